"""Opponents: each is handed what its seat may know, and nothing else."""
