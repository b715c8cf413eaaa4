// A command that waited offline, was sent late and refused is not lost: a banner shows the reason and the choices, and
// the same form, if it is still offered, opens again as it was filled in, without choices that no longer exist.
//   [data-late-refusal]   the banner (templates/_banners.html): [data-late-refusal-list], its words in data-had, [data-late-refusal-close]
//   tablee.words(form, button)   the choices of a form in words; "" for a form that is no declaration or answer
(() => {
  "use strict";
  const SOON = 5000, OF = ".offer, .exchange-ask, .asked, .asked-for";
  let refused = null;

  const label = (field) => {
    const found = field.labels?.[0];
    return (found?.querySelector(".option-title > span") ?? found)?.textContent.trim() ?? "";
  };
  function describeField(field) {
    if (!field.name || field.type === "hidden" || field.matches("button")) return "";
    if (field.matches("[type=radio], [type=checkbox]")) return field.checked ? label(field) : "";
    if (field.matches("select")) {
      const { selectedIndex: at, options } = field;
      return at === Math.max(0, [...options].findIndex((option) => option.defaultSelected)) ? "" : options[at]?.text ?? "";
    }
    if (!field.value || field.value === field.defaultValue) return "";
    return field.type === "number" ? `${label(field)} ${field.value}` : field.value;
  }
  window.tablee.words = (form, button) => {
    if (!form.closest(OF)) return "";
    const title = form.closest("details.offer")?.querySelector("summary .option-title > span") ?? button;
    return [title?.textContent.trim(), ...[...form.elements].map(describeField)].filter(Boolean).join(" · ");
  };

  // The form on the page with the same address and the same hidden fields as the command.
  function matchingForm({ url, body }) {
    const sent = new URLSearchParams(body);
    const same = (input) => input.name === "csrfmiddlewaretoken" || input.value === sent.get(input.name);
    return [...document.querySelectorAll("form[method=post][action]")].find(
      (form) => new URL(form.action).pathname === url && form.closest(OF) && [...form.querySelectorAll("[type=hidden]")].every(same),
    );
  }

  function fill(form, sent) {
    for (const field of form.elements) {
      if (!field.name || field.type === "hidden" || field.matches("button, fieldset")) continue;
      const values = sent.getAll(field.name);
      if (field.matches("[type=radio], [type=checkbox]")) field.checked = values.includes(field.value) && !field.disabled;
      else if (field.matches("select")) field.selectedIndex = [...field.options].findIndex((option) => values.includes(option.value) && !option.disabled);
      else field.value = values[0] ?? "";
    }
    const first = [...form.elements].find((field) => field.name && field.type !== "hidden");
    for (const name of ["input", "change"]) first?.dispatchEvent(new Event(name, { bubbles: true })); // protects the form from updates, and recomputes its odds
  }

  // An offer whose form is loaded only when it is opened (fight.js).
  function unloadedOffer({ url, body }) {
    const sent = new URLSearchParams(body), address = url.replace(/actions\/$/, `fighters/${sent.get("actor")}/acts/${sent.get("kind")}/`);
    return [...document.querySelectorAll(".offer > .offer-form:not([method])")].find((form) => new URL(form.action).pathname === address);
  }

  async function reopenForm() {
    const { command, why } = refused, old = matchingForm(command) ?? unloadedOffer(command);
    if (!old) return;
    old.closest("[data-edit]")?.removeAttribute("hx-morph-skip"); // show the present offers, not the former ones
    await window.tablee.refresh(old);
    const offer = (matchingForm(command) ?? unloadedOffer(command))?.closest("details.offer");
    if (offer) await window.tablee.form?.(offer);
    const form = matchingForm(command), refusal = form?.querySelector("[data-refusal]");
    if (!form || refused?.command !== command) return;
    const details = form.closest("details.offer, details.exchange-ask, details.asked-for");
    if (details) details.open = true;
    fill(form, new URLSearchParams(command.body));
    if (!refusal) return;
    refusal.textContent = why;
    refusal.hidden = false;
  }

  document.addEventListener("tablee:refused", ({ detail: { command, form, late } }) => {
    const banner = document.querySelector("[data-late-refusal]");
    if (!banner || !command.words || (form?.isConnected && !late)) return; // the form is still open and shows the reason beside its button
    const why = document.getElementById("alerts").textContent, list = banner.querySelector("[data-late-refusal-list]");
    const line = document.createElement("li"), reason = document.createElement("b");
    reason.textContent = why;
    line.append(reason, ` ${banner.dataset.had} ${command.words}`);
    list.append(line);
    banner.hidden = false;
    refused = { command, why, until: performance.now() + SOON };
    reopenForm();
  });
  // Frames that were missed may arrive after the response.
  document.addEventListener("tablee:frame", () => {
    if (refused && performance.now() < refused.until) setTimeout(() => refused && reopenForm());
  });
  document.addEventListener("input", (event) => {
    if (event.isTrusted) refused = null;
  });
  document.addEventListener("click", (event) => {
    const banner = event.target.closest("[data-late-refusal-close]")?.closest("[data-late-refusal]");
    if (!banner) return;
    banner.hidden = true;
    banner.querySelector("[data-late-refusal-list]").replaceChildren();
  });
})();
