"""The answer to a request that cannot be read at all."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say so without reading the request's form: Django's own view does, and fails once more on what failed before."""
    return render(request, "400.html", status=400)
