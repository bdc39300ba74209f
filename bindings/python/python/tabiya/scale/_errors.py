# Errors of distributed counts.
"""Errors of distributed counts. The message of each is one sentence for the user."""

from __future__ import annotations

__all__ = ["EngineError", "StoreError", "UsageError"]


class StoreError(Exception):
    """The error of a result store that cannot be read or written, or belongs to another count."""


class EngineError(Exception):
    """The error of an engine that is lost, or whose workers fail without end."""


class UsageError(Exception):
    """The error of arguments that cannot be used together, or need a package."""
