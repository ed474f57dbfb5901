"""Self-play on the GPU environment: networks, the learner, checkpoints, the export for `bots/network.py`.
Room: lab; imports core, lab/gpu. PyTorch is imported here and nowhere in what plays."""
