// The notifications of this phone while its page is closed: a form[data-push] has the key of the site and a [data-kind]
// for each choice; [data-said] shows why it failed. The choice is sent to the site; a copy is kept to show it here.
(() => {
  "use strict";
  const form = document.querySelector("form[data-push]");
  if (!form) return;
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const KEPT = `push ${new URL(form.action).pathname}`, kinds = [...form.querySelectorAll("[data-kind]")], said = form.querySelector("[data-said]");
  let kept = { wants: [] }, busy = false;
  try { Object.assign(kept, JSON.parse(localStorage.getItem(KEPT))); } catch {}

  function paint(words = "") {
    for (const one of kinds) {
      one.setAttribute("aria-pressed", kept.wants.includes(one.dataset.kind));
      one.disabled = !able;
    }
    said.textContent = able ? words : said.dataset.unable;
  }

  function keep(wants, endpoint) {
    kept = { wants, endpoint };
    try { localStorage.setItem(KEPT, JSON.stringify(kept)); } catch {}
  }

  // Where the site has another key by now, what was subscribed with the former is of no use.
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
      const wants = kept.wants.includes(kind) ? kept.wants.filter((one) => one !== kind) : [...kept.wants, kind];
      if ((await Notification.requestPermission()) === "granted") await send(wants, await subscribed());
      else words = said.dataset.denied;
    } catch {
      words = said.dataset.failed;
    }
    busy = false;
    paint(words);
  });

  // A browser may have given a subscription up, or renewed it, since.
  async function check() {
    const { pushManager } = await navigator.serviceWorker.ready, now = await pushManager.getSubscription();
    if (!now || Notification.permission !== "granted") keep([]);
    else if (now.endpoint !== kept.endpoint) await send(kept.wants, now);
    paint();
  }
  paint();
  if (able && kept.wants.length) check().catch(() => {});
})();
