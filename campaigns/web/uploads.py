"""Uploaded files and pasted texts of a form."""

from __future__ import annotations

from django.http import HttpRequest


def read_file(request: HttpRequest, most: int) -> bytes:
    """The uploaded file, cut one byte above ``most``; empty if there is none."""
    file = request.FILES.get("file")
    return bytes(file.read(most + 1)) if file is not None else b""


def read_file_or_text(request: HttpRequest, most: int) -> bytes:
    if "file" in request.FILES:
        return read_file(request, most)
    return request.POST.get("text", "").replace("\r\n", "\n").encode("utf-8", "replace")
