"""The ground under every page: the answer of a real server, as a real Chromium takes it."""


def test_chromium_refuses_an_inline_script_under_the_policy_of_the_site(server, browser):
    with browser.new_context(base_url=server.url) as context:
        page = context.new_page()
        answer = page.goto("/no-such-page/")
        assert answer.status == 404
        assert "unsafe" not in answer.headers["content-security-policy"]
        with page.expect_console_message(lambda line: "Content Security Policy" in line.text):
            page.evaluate(
                "() => document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = 1'}))"
            )
        assert page.evaluate("() => window.ran") is None


def test_the_vendored_htmx_is_served_to_this_site_only(server, browser):
    with browser.new_context(base_url=server.url) as context:
        answer = context.request.get("/static/vendor/htmx-4.0.1/htmx.min.js")
        assert answer.ok
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in answer.headers
