{% autoescape off %}// The service worker of the site: it caches the static files and one page for times offline, and no other page.
"use strict";
const KEPT = "tablee-{{ version }}", PAGE = "{{ page }}", STATIC = "{{ static }}", FILES = {{ files }};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("tablee-") && name !== KEPT);
  const drop = (names) => Promise.all(old(names).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(fresh(request));
});

// A notification a player subscribed to: it came encrypted, and says no more than their page.
self.addEventListener("push", (event) => {
  const { title, body, tag, to } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: true, icon: "{{ icon }}", data: to }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

async function lead(to) {
  const seat = to.split("/").slice(0, 3).join("/"), pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((page) => new URL(page.url).pathname.startsWith(`${seat}/`));
  return open ? open.focus() : self.clients.openWindow(to);
}

// Network first: a cached file is never older than the one the site would send.
async function fresh(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}
{% endautoescape %}
