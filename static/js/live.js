// The socket of a live page: its connection badge, its timeouts, and the reason why the server closed it.
// hx-ws on #wire (drawn by {% wire %}) receives the frames. The functions for other scripts: docs/ui.md.
(() => {
  "use strict";
  const SILENCE = 35000, WORDS = 5000, BANNER = 20000;
  const MOVED = 4404; // the seat has this page no longer: go to its start page
  const ENDED = { 4401: 4401, 4403: 4403, 4410: 4410, 4429: 4429, 1008: 4403 };
  const texts = new Map();
  let open = false, heard = 0, lost = 0, ended = 0;
  const wire = () => document.getElementById("wire");

  const tablee = (window.tablee = {
    waiting: 0,
    sent: 0,
    live: () => open && !silentSince() && Date.now() - heard < SILENCE,
    holds: (element) => [...texts.keys()].find((id) => document.getElementById(id)?.contains(element)),
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

  // Clears the page, so that a browser that has lost the seat shows nothing of it any more.
  function empty() {
    const regions = [...texts.keys()].map((id) => document.getElementById(id));
    const parts = document.querySelectorAll("#main, .app-bar-title, .tab-bar, .dock, #dialog-body, #toasts, #status, #alerts, [data-late-refusal-list]");
    for (const part of [...regions, ...parts]) part?.replaceChildren();
    texts.clear();
    document.title = "Tablée";
  }

  const parsed = (html) => Object.assign(document.createElement("template"), { innerHTML: html }).content;
  const partial = (id, html, how = "outerMorph") => `<hx-partial hx-target="#${CSS.escape(id)}" hx-swap="${how}">${html}</hx-partial>`;

  function swap(id, html) {
    return htmx.swap({ text: partial(id, html), target: wire(), swap: "none", sourceElement: wire() });
  }

  // Rebuilds a region's text from a delta: new text, and ranges of the text at hand (campaigns/live/delta.py).
  function joined(id, steps) {
    let before = texts.get(id).html, at = 0;
    if (steps[0] && steps[0].constructor === Object) { // names to be replaced in the text at hand
      for (const [name, other] of Object.entries(steps.shift())) before = before.replaceAll(name, other);
    }
    const hand = before.split("<"), known = hand.length;
    let edit = "";
    for (const step of steps) {
      const old = hand[at], alone = typeof step === "number" || Array.isArray(step);
      if (alone && step.length === 1) { at += step[0]; continue; }
      if (alone && step.length === 3 && typeof step[1] === "string") edit = step[1]; // otherwise reuse the last edit
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

  // The smallest elements with an id that contain all differences, or null if there are none such; elements that are being
  // edited stay. Parts of tables and drawings cannot be swapped alone.
  function cells(was, now) {
    if (was.isEqualNode(now)) return [];
    const same = was.nodeType === 1 && was.cloneNode().isEqualNode(now.cloneNode()) && was.childNodes.length === now.childNodes.length;
    const inner = same ? [...now.childNodes].map((child, place) => cells(was.childNodes[place], child)) : [null];
    if (!inner.includes(null)) return inner.flat();
    const here = now.id && now.id === was.id && document.getElementById(now.id);
    if (!here || !(now instanceof HTMLElement) || now.matches("tr, td, th, tbody, thead")) return null;
    return here.closest("[hx-morph-skip]") || written(here, was, now) ? [] : [now];
  }

  // True if nothing but texts differs, and the page shows what is known: they are written into it, far quicker than a swap.
  function written(here, was, now) {
    const [shown, after, fresh] = [here, was.cloneNode(true), now].map((root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = [];
      while (walker.nextNode()) found.push(walker.currentNode);
      return found;
    });
    const copy = after[0]?.getRootNode(); // of the text before, to be filled with the new texts
    if (!copy || shown.length !== fresh.length || after.length !== fresh.length || now.querySelector("textarea, option")) return false;
    after.forEach((text, place) => (text.data = fresh[place].data));
    if (!here.isEqualNode(was) || !copy.isEqualNode(now)) return false;
    shown.forEach((text, place) => text.data !== fresh[place].data && (text.data = fresh[place].data));
    return true;
  }

  // Swaps of these elements only, if they are less than half of the region; else null.
  function smallest(was, now, html) {
    const found = was && now && cells(was, now), swaps = found?.map((cell) => partial(cell.id, cell.outerHTML)).join("");
    return found && 2 * swaps.length < html.length ? swaps : null;
  }

  // Swaps of the lines with an id that were added, changed or removed, if nothing else differs; else null. Takes both trees apart.
  function lines(was, now) {
    const here = (id) => document.getElementById(id);
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
      if (line.nextSibling?.nodeType === 3) line.nextSibling.remove(); // the whitespace after it
      line.remove();
    }
    if (!swaps.every(Boolean) || both(old, fresh) !== both(fresh, old) || !was.isEqualNode(now)) return null;
    for (const line of gone) if (!fresh.has(line.id)) here(line.id)?.remove();
    return swaps.join("");
  }

  // Since when the connection is silent, else 0: it is closed, or a command has had no response for 5 s and no frame came.
  function silentSince() {
    const last = Math.max(tablee.sent, heard);
    return lost || (tablee.sent && Date.now() - last > WORDS ? last : 0);
  }

  function state() {
    const since = silentSince();
    if (ended) return "ended";
    if (since) return !navigator.onLine || Date.now() - since > BANNER ? "offline" : "reconnecting";
    return !open ? "idle" : tablee.waiting ? "sending" : "live";
  }

  function paint() {
    const badge = document.getElementById("connection"), banner = document.getElementById("offline");
    const now = state(), since = silentSince(), said = since && (now === "offline" || Date.now() - since > WORDS);
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

  // A half-open connection stays "open" for minutes: a new element makes htmx drop it and reconnect.
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

  // The site was updated while this page was open. People choose when to reload; a shared screen reloads by itself.
  function renew() {
    document.querySelectorAll("[data-renewed]").forEach((words) => (words.hidden = false));
    if (wire().dataset.page === "screen") setTimeout(() => location.reload(), WORDS);
  }

  document.addEventListener("htmx:ws:close", (event) => {
    open = false;
    if (event.detail.code === MOVED && tablee.leaving) return; // the response to a form leads elsewhere
    if (event.detail.code === MOVED) return location.replace(location.pathname.split("/").slice(0, 3).join("/") + "/");
    const code = ENDED[event.detail.code];
    if (code) return tablee.end(code);
    if (!document.hidden) lost = lost || Date.now();
    paint();
  });

  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    heard = Date.now();
    if (!open || lost) opened(); // a page that missed the open event gets it with the first frame
    const frame = JSON.parse(event.detail.message.data);
    if (frame.t === "new") renew();
    if (!frame.regions) return;
    const parts = frame.parts ?? {}, lists = Object.keys(parts);
    if (!lists.every((id) => texts.has(id))) { // a frame arrived before this script: reconnect to get the whole regions
      event.detail.cancelled = true;
      return restart();
    }
    let content = "";
    for (const [id, html] of [...Object.entries(frame.regions), ...lists.map((id) => [id, joined(id, parts[id])])]) {
      const before = id in parts && texts.get(id), tree = parsed(html).firstElementChild;
      const known = before?.tree && tree; // the old tree is not needed any more
      content += (known ? smallest(before.tree, tree, html) ?? lines(before.tree, tree.cloneNode(true)) : null) ?? partial(id, html);
      texts.set(id, { html, tree, at: performance.now() });
      document.dispatchEvent(new CustomEvent("tablee:frame", { detail: { id, html } }));
    }
    event.detail.message.json = async () => ({ content, swap: "none" });
  });

  // Focus is never lost: if a swap moves, folds, disables or removes the focused element, it or the nearest part around it gets it.
  let focused, around = [];
  const fits = (part) => part?.checkVisibility() && !part.disabled;
  document.addEventListener("focusin", ({ target }) => {
    focused = target;
    around = [];
    for (let part = target; part; part = part.parentElement?.closest("[id]")) around.push(part.id);
  });
  document.addEventListener("focusout", ({ target }) => setTimeout(() => {
    if (target === focused && fits(target)) focused = null; // somebody left it
  }));
  new MutationObserver(() => {
    const active = document.activeElement;
    if (!focused || ![focused, document.body].includes(active) || (active === focused && fits(focused))) return;
    let part = [focused, ...around.map((id) => document.getElementById(id))].find(fits);
    if (part?.matches("details")) part = part.firstElementChild;
    else if (part && part !== focused && part.tabIndex < 0) part.tabIndex = -1;
    part?.focus({ preventScroll: true });
  }).observe(document.body, { attributeFilter: ["open", "disabled"], childList: true, subtree: true });

  // Time that a phone slept does not count as offline, and a page from the back-forward cache is outdated.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !open && !ended) lost = Date.now();
    paint();
  });
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  // The browser knows at once; after an interruption the old connection is dead.
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
