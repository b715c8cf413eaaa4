"""The content security policy of every answer."""

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self' ws://testserver",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
}


def policy_of(headers) -> set[str]:
    """The directives of a response."""
    return set(headers.get("Content-Security-Policy", "").split("; "))
