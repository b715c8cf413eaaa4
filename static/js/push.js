// Push notifications on this device while no page is open: a form[data-push] has the key of the site and a [data-kind] for
// each choice; [data-said] shows why it failed. The choices are sent to the site; a copy is kept to show them here.
(() => {
  "use strict";
  const form = document.querySelector("form[data-push]");
  if (!form) return;
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const KEPT = `push ${new URL(form.action).pathname}`, kinds = [...form.querySelectorAll("[data-kind]")], said = form.querySelector("[data-said]");
  let kept = { wants: [] }, busy = false;
  try { Object.assign(kept, JSON.parse(localStorage.getItem(KEPT))); } catch {}

  function paint(words = "") {
    for (const button of kinds) {
      button.setAttribute("aria-pressed", kept.wants.includes(button.dataset.kind));
      button.disabled = !able;
    }
    said.textContent = able ? words : said.dataset.unable;
  }

  function keep(wants, endpoint) {
    kept = { wants, endpoint };
    try { localStorage.setItem(KEPT, JSON.stringify(kept)); } catch {}
  }

  // If the site has a new key, the subscription with the former one is replaced.
  async function subscribed() {
    const { pushManager } = await navigator.serviceWorker.ready, asked = { userVisibleOnly: true, applicationServerKey: form.dataset.push };
    return pushManager.subscribe(asked).catch(async (error) => {
      const old = await pushManager.getSubscription();
      if (!old) throw error;
      await old.unsubscribe();
      return pushManager.subscribe(asked);
    });
  }

  async function send(wants, subscription) {
    const { endpoint, keys } = subscription.toJSON(), body = new FormData(form);
    Object.entries({ endpoint, point: keys.p256dh, secret: keys.auth }).forEach((pair) => body.set(...pair));
    wants.forEach((kind) => body.append("wants", kind));
    const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true", "X-Live": "1" } });
    if (!answer.ok) throw new Error(answer.status);
    keep(wants, endpoint);
  }

  form.addEventListener("click", async (event) => {
    const kind = event.target.closest("[data-kind]")?.dataset.kind;
    if (!kind || busy) return;
    busy = true;
    let words = "";
    try {
      const wants = kept.wants.includes(kind) ? kept.wants.filter((other) => other !== kind) : [...kept.wants, kind];
      if ((await Notification.requestPermission()) === "granted") await send(wants, await subscribed());
      else words = said.dataset.denied;
    } catch {
      words = said.dataset.failed;
    }
    busy = false;
    paint(words);
  });

  // A browser may have dropped or renewed the subscription meanwhile.
  async function check() {
    const { pushManager } = await navigator.serviceWorker.ready, now = await pushManager.getSubscription();
    if (!now || Notification.permission !== "granted") keep([]);
    else if (now.endpoint !== kept.endpoint) await send(kept.wants, now);
    paint();
  }
  paint();
  if (able && kept.wants.length) check().catch(() => {});
})();
