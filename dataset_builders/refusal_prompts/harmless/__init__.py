"""Everyday requests that an assistant should answer."""
