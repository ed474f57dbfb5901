"""Self-play on the GPU environment: networks, the learner, checkpoints, the export for `bots/networks/learned.py`.
Room: lab; imports core, lab/gpu. PyTorch is imported here and nowhere in what plays."""
