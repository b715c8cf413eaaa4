// The socket of a live page: the words of its badge, its timeouts, and the reason why a page was closed.
// #wire (drawn by {% wire %}) holds it; hx-ws receives the frames. The functions for other scripts: docs/ui.md.
(() => {
  "use strict";
  const SILENCE = 35000, WORDS = 5000, BANNER = 20000;
  const MOVED = 4404; // this page is no more, but the seat is: back to where it begins
  const ENDED = { 4401: 4401, 4403: 4403, 4410: 4410, 4429: 4429, 1008: 4403 };
  const texts = new Map();
  let open = false, heard = 0, lost = 0, ended = 0, leaving = false;
  const wire = () => document.getElementById("wire");

  const tablee = (window.tablee = {
    waiting: 0,
    sent: 0,
    live: () => open && !silent() && Date.now() - heard < SILENCE,
    holds: (element) => [...texts.keys()].find((one) => document.getElementById(one)?.contains(element)),
    refresh(element, since = 0) {
      const id = tablee.holds(element);
      if (id && texts.get(id).at >= since) return swap(id, texts.get(id).html);
    },
    timely(text, since) {
      const late = (part) => texts.get(part.getAttribute("hx-target").slice(1))?.at >= since;
      return [...parsed(text).children].filter((part) => !late(part)).map((part) => part.outerHTML).join("");
    },
    end(code) {
      ended = code;
      const sentence = document.querySelector(`[data-ended="${code}"]`);
      if (sentence) sentence.hidden = false;
      if (code !== 4429) empty();
      tablee.paint();
    },
    paint,
  });

  // Who holds the seat no longer reads nothing of it any more, not even on a page left open.
  function empty() {
    const regions = [...texts.keys()].map((id) => document.getElementById(id));
    const parts = document.querySelectorAll("#main, .app-bar-title, .tab-bar, .dock, #dialog-body, #toasts, #status, #alerts, [data-draft-list]");
    for (const one of [...regions, ...parts]) one?.replaceChildren();
    texts.clear();
    document.title = "Tablée";
  }

  const parsed = (html) => Object.assign(document.createElement("template"), { innerHTML: html }).content;
  const partial = (id, html, how = "outerMorph") => `<hx-partial hx-target="#${CSS.escape(id)}" hx-swap="${how}">${html}</hx-partial>`;

  function swap(id, html) {
    return htmx.swap({ text: partial(id, html), target: wire(), swap: "none", sourceElement: wire() });
  }

  // Only what is new is sent, the rest by where it stands at hand (campaigns/live/delta.py).
  function joined(id, steps) {
    let before = texts.get(id).html, at = 0;
    if (steps[0] && steps[0].constructor === Object) { // the same of somebody else: other names in the same places
      for (const [name, other] of Object.entries(steps.shift())) before = before.replaceAll(name, other);
    }
    const hand = before.split("<"), known = hand.length;
    let edit = "";
    for (const step of steps) {
      const old = hand[at], alone = typeof step === "number" || Array.isArray(step);
      if (alone && step.length === 1) { at += step[0]; continue; }
      if (alone && step.length === 3 && typeof step[1] === "string") edit = step[1]; // else that of the last one
      const between = () => old.slice(0, step[0]) + edit + old.slice(old.length - step[step.length - 1]);
      const copied = (from, count) => hand.slice(from, from + count);
      const listed = () => step.length === 3 && typeof step[1] === "number" ? copied(at + step[0], step[1]) : [between()];
      const beside = () => step[0] === ">" ? [old.split(">", 1)[0] + step] : step.split("<");
      const fresh = typeof step === "number" ? copied(at, step) : alone ? listed() : beside();
      hand.push(...fresh);
      at += fresh.length;
    }
    return hand.slice(known).join("<");
  }

  // The smallest elements with an id in which all that differs lies, null where they do not hold all of it; what is held
  // under the fingers stays. Parts of tables and drawings cannot be swapped alone.
  function cells(was, now) {
    if (was.isEqualNode(now)) return [];
    const same = was.nodeType === 1 && was.cloneNode().isEqualNode(now.cloneNode()) && was.childNodes.length === now.childNodes.length;
    const inner = same ? [...now.childNodes].map((child, place) => cells(was.childNodes[place], child)) : [null];
    if (!inner.includes(null)) return inner.flat();
    const here = now.id && now.id === was.id && document.getElementById(now.id);
    if (!here || !(now instanceof HTMLElement) || now.matches("tr, td, th, tbody, thead")) return null;
    return here.closest("[hx-morph-skip]") ? [] : [now];
  }

  // Swaps of these cells alone, where they are less than half of the region; else null.
  function smallest(was, now, html) {
    const found = was && now && cells(was, now), swaps = found?.map((cell) => partial(cell.id, cell.outerHTML)).join("");
    return found && 2 * swaps.length < html.length ? swaps : null;
  }

  // Where lines with an id came, changed or went, these alone are swapped; else null.
  function lines(before, after) {
    const here = (id) => document.getElementById(id), [was, now] = [before, after].map(parsed);
    const [old, fresh] = [was, now].map((root) => new Map([...root.querySelectorAll("li[id]:not(:has(li))")].map((line) => [line.id, line])));
    const other = (list, others) => [...list.values()].filter((line) => !others.get(line.id)?.isEqualNode(line));
    const both = (list, others) => "" + [...list.keys()].filter((id) => others.has(id));
    const came = other(fresh, old), gone = other(old, fresh);
    const swaps = came.map((line) => {
      if (old.has(line.id)) return here(line.id) && partial(line.id, line.outerHTML);
      let next = line.nextElementSibling;
      while (next && came.includes(next) && !old.has(next.id)) next = next.nextElementSibling;
      return next?.id && here(next.id) && partial(next.id, line.outerHTML, "beforebegin");
    });
    for (const line of [...came, ...gone]) {
      if (line.nextSibling?.nodeType === 3) line.nextSibling.remove(); // the space behind it
      line.remove();
    }
    if (!swaps.every(Boolean) || both(old, fresh) !== both(fresh, old) || !was.isEqualNode(now)) return null;
    for (const line of gone) if (!fresh.has(line.id)) here(line.id)?.remove();
    return swaps.join("");
  }

  // Since when nothing comes: the line is down, or open and a command has had no answer for 5 s, nor anything else come.
  function silent() {
    const last = Math.max(tablee.sent, heard);
    return lost || (tablee.sent && Date.now() - last > WORDS ? last : 0);
  }

  function state() {
    const since = silent();
    if (ended) return "ended";
    if (since) return !navigator.onLine || Date.now() - since > BANNER ? "offline" : "reconnecting";
    return !open ? "idle" : tablee.waiting ? "sending" : "live";
  }

  function paint() {
    const badge = document.getElementById("connection"), banner = document.getElementById("offline");
    const now = state(), since = silent(), said = since && (now === "offline" || Date.now() - since > WORDS);
    if (badge) {
      badge.hidden = now === "idle";
      badge.dataset.state = now;
      badge.querySelectorAll("[data-since]").forEach((words) => (words.textContent = said ? words.dataset.since.replace("{}", clock(since)) : ""));
    }
    if (banner) banner.hidden = now !== "offline";
    document.querySelectorAll("[data-waiting]").forEach((count) => {
      count.hidden = !tablee.waiting;
      count.textContent = tablee.waiting;
    });
  }

  function clock(time) {
    const date = new Date(time), two = (number) => String(number).padStart(2, "0");
    const colon = document.documentElement.lang.startsWith("fr") ? "\u00a0h\u00a0" : ":";
    return `${date.getHours()}${colon}${two(date.getMinutes())}`;
  }

  // A line that is half open stays "open" for minutes: a new element makes htmx drop it and connect again.
  function restart() {
    open = false;
    lost = lost || Date.now();
    const old = wire();
    htmx.swap({ text: old.outerHTML, target: old, swap: "outerHTML", sourceElement: old });
  }

  function opened() {
    open = true;
    heard = Date.now();
    lost = 0;
    paint();
    document.dispatchEvent(new CustomEvent("tablee:open"));
  }
  document.addEventListener("htmx:ws:after:connection", opened);

  // The site was renewed while this page was open. Whoever is at it chooses when to load it again; nobody is at a wall.
  function renew() {
    document.querySelectorAll("[data-renewed]").forEach((words) => (words.hidden = false));
    if (wire().dataset.page === "screen") setTimeout(() => location.reload(), WORDS);
  }

  document.addEventListener("submit", (event) => (leaving = event.target.matches("[data-plain]")));

  document.addEventListener("htmx:ws:close", (event) => {
    open = false;
    if (event.detail.code === MOVED && leaving) return; // the answer to a plain form says where to
    if (event.detail.code === MOVED) return location.replace(location.pathname.split("/").slice(0, 3).join("/") + "/");
    const code = ENDED[event.detail.code];
    if (code) return tablee.end(code);
    if (!document.hidden) lost = lost || Date.now();
    paint();
  });

  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    heard = Date.now();
    if (!open || lost) opened(); // a page that missed the opening learns of it by the first frame
    const frame = JSON.parse(event.detail.message.data);
    if (frame.t === "new") renew();
    if (!frame.regions) return;
    const parts = frame.parts ?? {}, lists = Object.keys(parts);
    if (!lists.every((id) => texts.has(id))) { // it came before this script did: once more, and whole
      event.detail.cancelled = true;
      return restart();
    }
    let content = "";
    for (const [id, html] of [...Object.entries(frame.regions), ...lists.map((id) => [id, joined(id, parts[id])])]) {
      const before = id in parts && texts.get(id), tree = parsed(html).firstElementChild;
      content += (before ? smallest(before.tree, tree, html) ?? lines(before.html, html) : null) ?? partial(id, html);
      texts.set(id, { html, tree, at: performance.now() });
      document.dispatchEvent(new CustomEvent("tablee:frame", { detail: { id, html } }));
    }
    event.detail.message.json = async () => ({ content, swap: "none" });
  });

  // What a phone slept through does not count, and a page from the browser's memory is an old one.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !open && !ended) lost = Date.now();
    paint();
  });
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  // The phone knows at once; what was open before is a line to nowhere when it is back.
  window.addEventListener("offline", () => {
    lost = lost || Date.now();
    paint();
  });
  window.addEventListener("online", () => wire() && !ended && restart());

  setInterval(() => {
    if (!wire() || ended) return;
    if (open && Date.now() - heard > SILENCE) restart();
    paint();
  }, 1000);
})();
