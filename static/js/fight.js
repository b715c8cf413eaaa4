// What hands do on the pages of a fight:
//   [data-key="n"]       pressing the key presses the button or follows the link; not while typing, and j, k walk the
//                        rungs of the ladder, t and l tick and untick wounds, d throws the dice waited for
//   [data-keys-on]       a switch that turns all of that off on this device
//   [data-send]          a field whose form is sent when it changes
//   [data-tab]           shows one panel of a narrow board
//   form[data-gauge]     what is ticked in it is asked of that address, which answers with its sum for [data-sum]
//   details[data-edit]   stays open under the fingers until it is closed or sent
(() => {
  "use strict";
  const OFF = "keys-off";
  const isOff = () => localStorage.getItem(OFF) === "1";
  const types = (element) => element.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");

  function walk(by) {
    const rungs = [...document.querySelectorAll(".gm-left a.rung-body")];
    const at = rungs.findIndex((rung) => rung.getAttribute("aria-current") === "true");
    rungs[(at + by + rungs.length) % rungs.length]?.click();
  }
  // Damage and care: what a tap on a box then does, and the first of those it may be.
  function tick(mode, cells) {
    const body = document.querySelector(".selected-body");
    const choice = body?.querySelector(`[name=delta][value="${mode}"]`);
    if (choice) choice.checked = true;
    (body?.querySelector(cells) ?? body?.querySelector("a, button"))?.focus();
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
    d: () => document.querySelector(".exchange [name=throw]")?.click(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isOff()) return;
    if (types(event.target) || document.querySelector("dialog:modal")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!found && !OWN[key]) return;
    event.preventDefault();
    if (found) found.click();
    else OWN[key]();
  });

  document.querySelectorAll("[data-keys-on]").forEach((box) => (box.checked = !isOff()));
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-keys-on]")) localStorage.setItem(OFF, event.target.checked ? "0" : "1");
    if (event.target.matches("[data-send]")) event.target.form.requestSubmit();
  });

  document.addEventListener("click", (event) => {
    const tab = event.target.closest("[data-tab]");
    if (!tab) return;
    document.documentElement.dataset.panel = tab.dataset.tab;
    tab.parentElement.querySelectorAll("[data-tab]").forEach((one) => one.removeAttribute("aria-current"));
    tab.setAttribute("aria-current", "true");
  });

  // Said: what comes of it is at the top of the page; what was refused stands beside the button that asked for it.
  document.addEventListener("tablee:done", (event) => {
    const refusal = event.target.querySelector("[data-refusal]");
    if (refusal) {
      refusal.textContent = event.detail.ok ? "" : document.getElementById("alerts").textContent;
      refusal.hidden = event.detail.ok;
    }
    if (event.detail.ok) event.target.closest("[popover]")?.hidePopover();
    if (event.detail.ok && event.target.closest(".fight-mine, .exchanges")) window.scrollTo({ top: 0 });
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
  });

  // Kept from the very click on, for a frame may come before the toggle is told; and what was opened before this ran.
  document.addEventListener("click", (event) => {
    const details = event.target.closest("details[data-edit] > summary")?.parentElement;
    if (details && !details.open) details.setAttribute("hx-morph-skip", "");
  }, true);
  document.querySelectorAll("details[data-edit][open]").forEach((details) => details.setAttribute("hx-morph-skip", ""));
  document.addEventListener("toggle", (event) => {
    const details = event.target;
    if (!details.matches("details[data-edit]")) return;
    details.toggleAttribute("hx-morph-skip", details.open);
    if (!details.open) window.tablee?.refresh(details);
  }, true);
})();
