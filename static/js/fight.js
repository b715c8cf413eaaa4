// Keys, ticks and forms on the pages of a fight:
//   [data-key="n"]       the key presses the button, follows the link or focuses the field, unless somebody types. Also: j and k
//                        walk the turn order, t and l hurt and heal the selected fighter, d throws the dice that are due. While
//                        the page of another fighter loads, these and h, g wait for it
//   [data-keys-on]       a switch that turns the keys off on this device
//   [data-send]          a field whose form is sent when it changes
//   [data-tick]          ticks or unticks all fighters of that side in its form
//   [data-tab]           shows one panel of a narrow board; [data-stays] keeps it on the next pages of the same fight
//   details.offer        its form is loaded when touched; all of a player's, and [data-ahead], as they appear; tablee.form(offer)
//   .selected-foot details, .offer  scrolled into view when opened, with the last choices made in it
//   form[data-gauge]     its choices are sent to that address, which responds with their sum for [data-sum]
(() => {
  "use strict";
  const OFF = "keys-off", WAITS = "key-waits", SOON = 3000;
  const isOff = () => localStorage.getItem(OFF) === "1";
  const types = (element) => element.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");

  function walk(by) {
    const rungs = [...document.querySelectorAll(".gm-left a.rung-body")];
    const at = rungs.findIndex((rung) => rung.getAttribute("aria-current") === "true");
    rungs[(at + by + rungs.length) % rungs.length]?.click();
  }
  // Selects damage or care as the effect of a tap on a box, and focuses the first box.
  function tick(mode, cells) {
    const body = document.querySelector(".selected-body");
    const choice = body?.querySelector(`[name=delta][value="${mode}"]`);
    if (choice) choice.checked = true;
    (body?.querySelector(cells) ?? body?.querySelector("a, button"))?.focus();
  }
  async function press(found) {
    found.click();
    if (found.matches("summary")) await load(found.parentElement);
    const first = found.matches("summary") && found.parentElement.querySelector("[type=number]");
    if (first) first.focus(), first.select();
  }
  const OWN = {
    j: () => walk(1),
    k: () => walk(-1),
    t: () => tick("1", ".wound-cell"),
    l: () => tick("-1", ".wound-cell.is-hurt"),
    g: () => {
      const more = document.querySelector(".selected-states details");
      if (more) more.open = true;
      more?.querySelector("button")?.focus();
    },
    n: () => ["div.exchange-ask", "details.exchange-ask[id$='-own']", "details.exchange-ask", ".selected-head ~ .offers:not(.selected-hand)", ".request-main"]
      .map((selector) => document.querySelector(`${selector} :is(summary, button):not(.offers-closed *)`)).find(Boolean)?.focus(),
    d: () => document.querySelector(".exchange [name=throw]")?.click(),
  };

  function act(key, event) {
    const found = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!found && !OWN[key]) return;
    event?.preventDefault();
    if (found?.matches("input")) found.focus();
    else if (found) press(found);
    else OWN[key]();
  }

  let left = 0;
  addEventListener("beforeunload", () => (left = Date.now()));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isOff()) return;
    if (types(event.target) || document.querySelector("dialog:modal")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (Date.now() - left < SOON && "hjkltg".includes(key)) sessionStorage.setItem(WAITS, JSON.stringify([key, Date.now()]));
    else act(key, event);
  });
  addEventListener("DOMContentLoaded", () => {
    const [key, at] = JSON.parse(sessionStorage.getItem(WAITS) ?? "[]");
    sessionStorage.removeItem(WAITS);
    if (Date.now() - at < SOON) act(key);
  });

  document.querySelectorAll("[data-keys-on]").forEach((box) => (box.checked = !isOff()));
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-keys-on]")) localStorage.setItem(OFF, event.target.checked ? "0" : "1");
    if (event.target.matches("[data-send]")) event.target.form.requestSubmit();
  });

  // Whoever carries the fight on from the page of another fighter goes to the one who acts.
  document.addEventListener("tablee:done", ({ target, detail }) => {
    if (detail.ok && target.matches(".now-head form")) document.querySelector('a[data-key="f"]')?.click();
  });

  document.addEventListener("click", ({ target }) => {
    const side = target.closest("[data-tick]");
    const boxes = side ? [...side.form.querySelectorAll(`[data-side="${side.dataset.tick}"] [type=checkbox]`)] : [];
    const all = boxes.every((box) => box.checked);
    boxes.forEach((box) => box.checked === all && box.click());
  });

  const PANEL = `panel ${location.pathname.match(/\/encounters\/[^/]+/)?.[0]}`;
  function show(tab) {
    document.documentElement.dataset.panel = tab.dataset.tab;
    tab.parentElement.querySelectorAll("[data-tab]").forEach((other) => other.removeAttribute("aria-current"));
    tab.setAttribute("aria-current", "true");
  }
  document.addEventListener("click", (event) => {
    const tab = event.target.closest("[data-tab]");
    if (!tab) return;
    show(tab);
    sessionStorage.setItem(PANEL, tab.matches("[data-stays]") ? tab.dataset.tab : "");
  });
  const stays = document.querySelector(`[data-stays][data-tab="${sessionStorage.getItem(PANEL)}"]`);
  if (stays?.checkVisibility()) show(stays);

  // A form is loaded if there is none, or if a frame has come since; one that somebody has changed stays.
  const forms = new WeakMap(), formOf = (offer) => offer.querySelector(":scope > .offer-form");
  let frames = 0;
  function load(offer) {
    const form = formOf(offer), known = forms.get(offer) ?? {}, missing = form && form.method !== "post";
    known.address = missing ? form.action : form?.dataset.from;
    if (!known.address || (missing ? known.wait : known.at === frames || known.changed)) return known.wait;
    forms.set(offer, known);
    known.at = frames;
    return (known.wait = ask(offer, known).finally(() => (known.wait = null)));
  }
  async function get(address) {
    const answer = await fetch(address, { headers: { "HX-Request": "true", "HX-Source": "form.offer-form" }, credentials: "same-origin" }).catch(() => null);
    return answer?.status === 200 ? answer.text() : "";
  }
  async function put(offer, text, address) {
    await htmx.swap({ text, target: formOf(offer), swap: "outerHTML", sourceElement: offer });
    const form = formOf(offer);
    form.setAttribute("hx-morph-skip", "");
    form.dataset.from = address;
  }
  async function ask(offer, known) {
    const empty = formOf(offer);
    empty.inert = empty.method !== "post"; // its link is a fallback for a failed request
    const text = await get(known.address);
    empty.inert = false;
    if (!text || !formOf(offer) || known.changed) return; // keep the link while offline
    await put(offer, text, known.address);
    if (offer.open) offer.dispatchEvent(new Event("toggle"));
  }

  // All forms of a player are loaded ahead, because the connection may be lost; on a board only the first ones.
  const coming = new Set();
  async function all(address) {
    if (coming.has(address)) return;
    coming.add(address);
    const at = frames, came = document.createElement("template");
    came.innerHTML = await get(address);
    coming.delete(address);
    for (const form of came.content.querySelectorAll(".offer-form")) {
      const said = new FormData(form), offer = document.getElementById(`act-${said.get("actor")}-${said.get("kind")}`);
      const empty = offer?.querySelector(":scope > .offer-form:not([method])");
      if (!empty) continue;
      forms.set(offer, { at });
      put(offer, form.outerHTML, empty.action);
    }
  }
  function ahead() {
    for (const form of document.querySelectorAll(".fight-mine .offer-form:not([method])")) all(form.action.replace(/[^/]+\/$/, ""));
    // Offers opened before this script ran, or while offline, have no form yet.
    const wanted = ".selected [data-ahead] > .offer-form:not([method]), .offer[open] > .offer-form:not([method])";
    document.querySelectorAll(wanted).forEach((form) => load(form.parentElement));
  }
  window.tablee.form = (offer) => {
    forms.delete(offer); // even if somebody has changed it
    return load(offer);
  };
  document.addEventListener("pointerdown", ({ target }) => {
    const offer = target.closest("details.offer > summary")?.parentElement;
    if (offer && !offer.open) load(offer);
  });
  document.addEventListener("input", ({ target }) => {
    const known = forms.get(target.closest("details.offer"));
    if (known) known.changed = true;
  });
  document.addEventListener("tablee:frame", () => {
    frames += 1;
    setTimeout(ahead);
  });
  ahead();

  // An opened element is scrolled into view at once, with its last choices; a closed one requests no odds.
  const said = {};
  document.addEventListener("toggle", (event) => {
    const details = event.target;
    if (!details.matches(".offer, .selected-foot details")) return;
    if (!details.open) {
      if (forms.has(details)) forms.get(details).changed = false;
      return event.stopPropagation();
    }
    load(details);
    for (const box of details.querySelectorAll("[type=radio]:enabled:not(:checked)")) {
      if (said[details.id]?.get(box.name) === box.value) box.click();
    }
    const seen = details.getClientRects().length ? details : details.lastElementChild; // an element without a box cannot be scrolled to
    seen.scrollIntoView({ behavior: "instant", block: details.matches(".offer") && !details.matches(".gm *") ? "start" : "nearest" });
  }, true);
  document.addEventListener("submit", ({ target: form }) => {
    if (!form.matches(".offer-form")) return;
    said[form.parentElement.id] = new FormData(form);
    form.querySelector(".offer-said")?.dispatchEvent(new Event("htmx:abort"));
  });

  // Which of the two scrolls depends on the board's width.
  const panelToTop = () => document.querySelectorAll(".selected, .gm-main").forEach((pane) => pane.scrollTo({ top: 0 }));

  // After a command: its result is at the top of the page; a refusal is shown beside the button.
  document.addEventListener("tablee:done", (event) => {
    const refusal = event.target.querySelector("[data-refusal]");
    if (refusal) {
      refusal.textContent = event.detail.ok ? "" : document.getElementById("alerts").textContent;
      refusal.hidden = event.detail.ok;
    }
    if (event.detail.ok) event.target.closest("[popover]")?.hidePopover();
    if (event.detail.ok && event.target.closest(".fight-mine, .exchanges")) window.scrollTo({ top: 0 });
    if (event.detail.ok && event.target.closest(".selected")) panelToTop();
  });

  // The panel of the next fighter starts at its top, wherever the previous one was scrolled to.
  const selected = () => document.querySelector(".selected-head > a")?.href;
  let followed = selected();
  document.addEventListener("tablee:frame", () => setTimeout(() => {
    if (selected() === followed) return;
    followed = selected();
    panelToTop();
  }));

  // A question to the game master is scrolled into view, however long the exchange above it is.
  let shown;
  const showQuestion = () => {
    const question = document.querySelector(".gm .exchanges div.exchange-ask");
    const id = question?.querySelector("form")?.id;
    if (id && id !== shown) question.scrollIntoView({ behavior: "instant", block: "nearest" });
    shown = id;
  };
  document.addEventListener("tablee:frame", () => setTimeout(showQuestion));
  showQuestion();

  // With a mouse, a game master can drag somebody to a place: it sends the same form as choosing and pressing.
  let dragged = null;
  const place = (event) => dragged && event.target.closest?.(".ground-place, .ground-somewhere");
  const aim = (spot) => document.querySelectorAll(".is-target").forEach((other) => other.classList.toggle("is-target", other === spot));
  document.addEventListener("dragstart", (event) => { dragged = event.target.closest?.("[data-who]"); });
  document.addEventListener("dragend", () => { dragged = null; aim(); });
  document.addEventListener("dragover", (event) => {
    const spot = place(event);
    spot?.classList.add("is-target");
    aim(spot);
    if (spot) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const spot = place(event), form = dragged?.closest("form");
    const who = form?.querySelector(`input[name="who"][value="${dragged.dataset.who}"]`);
    if (!spot || !who || spot.contains(dragged)) return;
    event.preventDefault();
    for (const choice of form.elements.who) choice.checked = choice === who;
    spot.querySelector(".ground-press").click();
  });
  // Fighters who were placed are deselected, so that the next press does not move them again.
  document.addEventListener("tablee:done", ({ target, detail }) => {
    if (detail.ok) target.querySelectorAll(".ground-choose input:checked").forEach((choice) => (choice.checked = false));
  });

  const asked = new WeakMap();
  async function weigh(form) {
    const turn = (asked.get(form) ?? 0) + 1;
    asked.set(form, turn);
    const said = new URLSearchParams(new FormData(form));
    said.delete("csrfmiddlewaretoken");
    const answer = await fetch(`${form.dataset.gauge}?${said}`, { credentials: "same-origin" }).catch(() => null);
    const text = answer?.status === 200 ? await answer.text() : "";
    if (text && asked.get(form) === turn) form.querySelector("[data-sum]").innerHTML = text;
  }
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form?.matches("[data-gauge]")) weigh(form);
    const refusal = form?.querySelector("[data-refusal]");
    if (refusal) refusal.hidden = true; // it was about the former choice
  });
})();
