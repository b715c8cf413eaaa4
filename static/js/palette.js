// The search box of an encounter in preparation, over everything that can be added: form[data-palette].
//   the typed text      shows only the [data-name] that contain every word; a number in front is how many a [data-one] adds
//   Enter               presses the [data-one] of the first match, preferring names that begin with the text; without a script
//                       the server finds it
//   a[data-try]         simulates the fight and shows the result in that element
//   arrows              walk from the box through the list and back; a letter typed there goes into the box
(() => {
  "use strict";
  const COUNTED = /^\s*(\d{1,4})(?:\s*[x×*]\s*|\s+|$)(.*)$/is;
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const boxOf = (form) => form.querySelector("[name=what]");
  const shown = (form) => [...form.querySelectorAll("[data-name]:not([hidden])")];
  const typed = (form) => COUNTED.exec(boxOf(form).value) ?? [null, "1", boxOf(form).value];
  // The best match: the first shown name that begins with the typed text, or else the first shown.
  const meant = (form) => shown(form).find((row) => plain(row.dataset.name).startsWith(plain(typed(form)[2]).trim())) ?? shown(form)[0];

  function find(form) {
    const [, count, rest] = typed(form);
    const words = plain(rest).split(/\s+/).filter(Boolean);
    form.querySelectorAll("[data-name]").forEach((row) => {
      const name = plain(row.dataset.name), button = row.querySelector("[data-one]");
      row.hidden = !words.every((word) => name.includes(word));
      button.textContent = `+${row.querySelector("[value^='3x ']") ? Math.min(Number(count), Number(form.dataset.most)) : 1}`;
    });
    const left = shown(form);
    form.querySelectorAll(".is-first").forEach((row) => row.classList.remove("is-first"));
    if (words.length) meant(form)?.classList.add("is-first");
    form.querySelectorAll(".find-none").forEach((sentence) => (sentence.hidden = left.length > 0));
  }
  const again = () => document.querySelectorAll("[data-palette]").forEach(find);

  document.addEventListener("input", (event) => event.target.matches("[data-palette] [name=what]") && find(event.target.form));
  document.addEventListener("keydown", (event) => {
    const form = event.target.closest?.("[data-palette]"), box = form && boxOf(form);
    if (!form || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = shown(form), at = rows.indexOf(event.target.closest("[data-name]"));
    if (event.key === "/" && event.target === box && !box.value) {
      event.preventDefault(); // the shortcut key of this box, pressed in it
    } else if (event.key === "Enter" && event.target === box && rows.length) {
      event.preventDefault();
      find(form); // the browser restores text without an input event
      const first = typed(form)[2].trim() && meant(form);
      if (first) form.requestSubmit(first.querySelector("[data-one]"));
    } else if (event.key === "ArrowDown" && (event.target === box || at >= 0)) {
      event.preventDefault();
      rows[Math.min(at + 1, rows.length - 1)]?.querySelector("[data-one]").focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
      event.preventDefault();
      (rows[at - 1]?.querySelector("[data-one]") ?? box).focus();
    } else if (at >= 0 && event.key.length === 1 && event.key !== " ") {
      box.focus(); // the letter is then typed into the box
    }
  });
  document.addEventListener("tablee:done", (event) => {
    if (!event.target.matches("[data-palette]") || !event.detail.ok) return;
    boxOf(event.target).value = "";
    event.target.querySelectorAll("[name=called], [name=weapon], [name=armour]").forEach((field) => (field.value = "")); // they were for this row only
    find(event.target);
    boxOf(event.target).focus({ preventScroll: true });
  });
  document.addEventListener("tablee:frame", () => setTimeout(again));

  // A simulation takes seconds: the link is aria-busy, and the figures become more exact over a few requests. A change of
  // the participants makes them outdated.
  const TURNS = 4;
  let changed = false;
  async function simulateOnce(link) {
    const box = document.querySelector(link.dataset.try);
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" }, credentials: "same-origin" }).catch(() => null);
    if (!answer || changed || (!answer.ok && box.children.length)) return false;
    box.innerHTML = await answer.text();
    box.parentElement.querySelectorAll("[data-before], [data-stale]").forEach((words) => (words.hidden = true));
    return answer.ok && box.querySelector("[data-more]");
  }
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-try]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-busy") === "true") return;
    link.setAttribute("aria-busy", "true");
    changed = false;
    for (let turn = 0; turn < TURNS && (await simulateOnce(link)); turn++);
    link.removeAttribute("aria-busy");
  });
  document.addEventListener("tablee:frame", ({ detail }) => {
    if (!detail.id.startsWith("participants")) return;
    changed = true;
    document.querySelectorAll("[data-stale]").forEach((words) => (words.hidden = !document.querySelector(".simulation")));
  });
  again();
})();
