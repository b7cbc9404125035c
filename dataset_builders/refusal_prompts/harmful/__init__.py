"""Requests that a safe assistant refuses."""
