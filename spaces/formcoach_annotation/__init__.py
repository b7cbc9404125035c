"""Experts watch a user beside the reference, write one instruction, and rate machine feedback blind."""
