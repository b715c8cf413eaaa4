{% autoescape off %}// The service worker of the site: static files and one page, for when the line is down. It keeps no other page.
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

// The line first: a file that is kept is never older than what the site would give.
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
