// Commands: every post form of a seat (address under /t/) on a live page, unless it has data-plain. On a page that
// does not change (#wire[data-still]) only forms in its regions are commands, because the rest needs a reload.
// Each command gets a random id, so that it may be sent twice. Commands are sent one after the other, kept in
// sessionStorage until the server has responded, and wait while the connection is down or the server refuses them as
// too many (429). A waiting form is aria-busy.
//   tablee.send(form, data)   sends FormData as this form would; resolves to {status, ok, same}
// The same form with the same content within half a second is a double tap and is sent once.
// Ctrl+Z and Ctrl+Shift+Z undo and redo the last act of a seat that can act, but not from a field;
// tablee:hurry on the document first sends the taps that are still being collected.
// Events on the form: tablee:done {status, ok, same}; same = nothing had to change. After a 2xx its dialog closes.
// On the document: tablee:refused {command, form, late}; late = it had waited for the connection (late_refusals.js).
// tablee:page on the document: an answer took the place of the content, and the title is its own.
// Every other post form of a seat leaves the page only when it is answered: a refusal is shown above the form as it was
// filled in, a redirect is followed (X-To), and a whole page, such as a preview, takes the place of this one's content.
(() => {
  "use strict";
  const RETRY = 3000, PATIENCE = 10000, DOUBLE = 500, LOST = [502, 503, 504], SOON = 10;
  const store = `outbox:${location.pathname.split("/").slice(0, 3).join("/")}`;
  const queue = [], failed = [], answered = new WeakSet();
  let busy = false, timer = 0, last = { press: "", at: 0 };

  const key = () => [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
  const csrf = () => JSON.parse(document.body.getAttribute("hx-headers:inherited"))["x-csrftoken"];
  const address = (form, button) => new URL(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", location.href);

  function isCommand(form, button) {
    const url = address(form, button);
    const post = (form.getAttribute("method") ?? "").toLowerCase() === "post", wire = document.getElementById("wire");
    return post && wire && (!wire.matches("[data-still]") || window.tablee.holds(form)) && url.origin === location.origin && url.pathname.startsWith("/t/") && !form.matches("[data-plain]");
  }

  function send(form, data, button) {
    const body = new URLSearchParams(data);
    body.delete("csrfmiddlewaretoken");
    body.set("command", key());
    for (const element of [form, button]) element?.setAttribute("aria-busy", "true");
    const command = { url: address(form, button).pathname, body: body.toString(), words: window.tablee.words(form, button) };
    return new Promise((done) => {
      queue.push({ command, form, button, done, late: queue[0]?.late });
      storeQueue();
      sendNext();
    });
  }

  function storeQueue() {
    window.tablee.waiting = queue.length;
    window.tablee.paint();
    try {
      if (queue.length) sessionStorage.setItem(store, JSON.stringify(queue.map((entry) => entry.command)));
      else sessionStorage.removeItem(store);
    } catch { /* Storage is full or forbidden: the commands are still in memory. */ }
  }

  async function sendNext() {
    if (busy || !queue.length) return;
    busy = true;
    clearTimeout(timer);
    const entry = queue[0];
    window.tablee.sent ||= Date.now();
    const response = await post(entry.command);
    busy = false;
    if (response) window.tablee.sent = 0;
    if (!response || response.again) { // not carried out, so keep it
      timer = setTimeout(sendNext, response?.again * 1000 || RETRY);
      if (response && !entry.late) await show(response);
      entry.late = true;
      return window.tablee.paint();
    }
    queue.shift();
    storeQueue();
    finish(entry, response);
    sendNext();
  }

  async function post(command) {
    const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "X-CSRFToken": csrf() };
    headers["X-Page"] = document.getElementById("wire").dataset.page;
    if (window.tablee.live()) headers["X-Live"] = "1";
    const since = performance.now();
    try {
      const response = await fetch(command.url, { method: "POST", body: command.body, headers, credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
      if (LOST.includes(response.status)) return null;
      const { status, ok } = response;
      const wait = status === 429 ? Number(response.headers.get("Retry-After")) : 0;
      return { status, ok, same: response.headers.get("X-Same") === "1", again: wait <= SOON ? wait : 0, since, text: await response.text() };
    } catch {
      return null;
    }
  }

  async function show({ ok, text: page, since }) {
    const target = document.getElementById("wire") ?? document.body, text = window.tablee.timely(page, since);
    await htmx.swap({ text, target, swap: "none", sourceElement: target });
    speak(ok);
  }

  async function finish({ command, form, button, done, late }, { status, ok, same, text, since }) {
    if (ok) document.querySelectorAll("#toasts [data-refused]").forEach((snack) => snack.remove());
    if (text.includes("<hx-partial")) {
      await show({ ok, text, since });
    } else if (!ok) {
      failed.push(command);
      document.querySelectorAll("[data-unsent]").forEach((words) => (words.hidden = false));
    }
    if (form) {
      for (const element of [form, button]) element?.removeAttribute("aria-busy");
      form.classList.toggle("is-refused", !ok);
      if (ok) form.closest("dialog")?.close();
      form.dispatchEvent(new CustomEvent("tablee:done", { bubbles: true, detail: { status, ok, same } }));
      if (!ok && form.id) reveal(document.getElementById(form.id)?.querySelector("[aria-invalid=true]"));
    }
    if (!ok && text.includes("<hx-partial")) document.dispatchEvent(new CustomEvent("tablee:refused", { detail: { command, form, late } }));
    done?.({ status, ok, same });
  }

  async function leave(form, button) {
    addToken(form);
    const data = new FormData(form, button), body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data);
    for (const element of [form, button]) element?.setAttribute("aria-busy", "true");
    window.tablee.leaving = true;
    const since = performance.now();
    const response = await fetch(address(form, button), { method: "POST", body, headers: { "X-Leaves": "1" } }).catch(() => null);
    const to = response?.headers.get("X-To"), text = await response?.text();
    if (to) return go(new URL(to, location.href));
    for (const element of [form, button]) element?.removeAttribute("aria-busy");
    window.tablee.leaving = false;
    if (text?.startsWith("<hx-partial")) return show({ ok: false, text, since });
    const page = new DOMParser().parseFromString(text ?? "", "text/html"), main = page.querySelector("main");
    if (main) return turn(main.innerHTML, page.title);
    answered.add(form); // no answer at all: the browser tries, and says why
    form.requestSubmit(button);
  }

  async function turn(text, title) {
    const target = document.getElementById("main");
    await htmx.swap({ text, target, swap: "innerHTML", sourceElement: target });
    document.title = title;
    document.dispatchEvent(new CustomEvent("tablee:page"));
    scrollTo(0, 0);
    reveal(target.querySelector("[autofocus], [aria-invalid=true]"));
  }

  function go(url) {
    const [here, there] = [location.href, url.href].map((href) => href.split("#")[0]);
    location.assign(url);
    if (url.hash && here === there) location.reload();
  }

  // Scrolls to the first refused field, which may be far from the button.
  function reveal(field) {
    field?.scrollIntoView({ behavior: "instant", block: "center" });
    field?.focus({ preventScroll: true });
  }

  function speak(ok) {
    const toasts = document.getElementById("toasts"), words = toasts.querySelector(":scope > :last-child p")?.textContent ?? "";
    removeRepeated('[data-snack="undo"], [data-snack="brief"]');
    if (document.querySelector("dialog:modal")) { // show the message above the dialog
      toasts.popover = "manual";
      toasts.hidePopover();
      toasts.showPopover();
    }
    document.getElementById(ok ? "status" : "alerts").textContent = words;
  }

  // A page that always shows the last act with its undo needs no toast for it.
  function removeRepeated(kinds) {
    if (document.querySelector(".snack.is-static")?.checkVisibility()) document.getElementById("toasts").querySelector(kinds)?.remove();
  }

  // A form that leaves the page has no token once a frame or an answer has drawn it.
  function addToken(form) {
    if (form.method === "post" && !form.elements.csrfmiddlewaretoken) form.append(hidden("csrfmiddlewaretoken", csrf()), hidden("command", key()));
  }

  function hidden(name, value) {
    return Object.assign(document.createElement("input"), { type: "hidden", name, value });
  }

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || answered.delete(form)) return;
    if (!isCommand(form, submitter)) {
      const { origin, pathname } = address(form, submitter);
      if (form.method !== "post" || origin !== location.origin || !pathname.startsWith("/t/")) return addToken(form);
      event.preventDefault();
      if (form.getAttribute("aria-busy") !== "true") leave(form, submitter);
      return;
    }
    event.preventDefault();
    const data = new FormData(form, submitter), press = address(form, submitter).pathname + new URLSearchParams(data);
    const double = press === last.press && event.timeStamp - last.at < DOUBLE;
    last = { press, at: event.timeStamp };
    if (!double && form.getAttribute("aria-busy") !== "true") send(form, data, submitter);
  });

  // Fields, and dialogs that are being filled in, keep the browser's own undo.
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.repeat || event.key.toLowerCase() !== "z") return;
    const writes = event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
    if (writes || document.querySelector("dialog:modal") || !document.querySelector("#wire[data-acts]")) return;
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("tablee:hurry")); // pending taps first
    const form = document.createElement("form");
    form.action = `${location.pathname.split("/").slice(0, 3).join("/")}/${event.shiftKey ? "redo" : "undo"}/`;
    send(form, new FormData(form));
  });

  // The toast about a missing answer is outdated by the next frame, but not by the frame of its own command.
  document.addEventListener("tablee:frame", () => {
    document.querySelectorAll('[data-snack="brief"][data-age]').forEach((snack) => snack.remove());
    setTimeout(removeRepeated, 0, '[data-snack="undo"]');
  });

  document.addEventListener("tablee:open", sendNext);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-retry]")) return;
    queue.unshift(...failed.map((command) => ({ command })));
    storeQueue();
    location.reload(); // for a fresh CSRF token; the stored commands are then sent again
  });

  window.tablee.send = send;
  try {
    for (const command of JSON.parse(sessionStorage.getItem(store) ?? "[]")) queue.push({ command });
  } catch { sessionStorage.removeItem(store); }
  if (document.getElementById("wire")) {
    // On a slow connection htmx processes the page before hx-ws is loaded: process it again.
    htmx.process(document.getElementById("wire"));
    storeQueue();
    sendNext();
  }
})();
