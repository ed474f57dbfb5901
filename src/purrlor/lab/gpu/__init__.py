"""Thousands of matches on a GPU (`purrlor[gpu]`): the translated rules, built by nvcc, and the vector environment's
interface over arrays that stay on the device. Room: lab; imports core and lab."""
