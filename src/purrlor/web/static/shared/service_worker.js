// The installed app without a line: an honest page instead of an error, and what the server marks as readable offline.
// The server puts RELEASE and SHELL before this file. Boards of running matches are never kept: a stale one would lie.
'use strict';
const NEW = `shell-${RELEASE}`, SAVED_PAGES = 'kept', MOST = 600, OFFLINE = '/offline', READER = '/reader', FORGETTING = ['/me/forget', '/me/sign-out'];
const FILES = /(?:href|src)="(\/(?:s|art|face)\/[^"#]+)/g, NEXT = /<link rel="next" href="([^"]+)"/;
const found = url => caches.match(url, { ignoreVary: true });

addEventListener('install', event => event.waitUntil(fillShell().then(() => skipWaiting())));
addEventListener('activate', event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== NEW && name !== SAVED_PAGES) await caches.delete(name);
  await clients.claim();
})()));

async function fillShell() {
  const shell = await caches.open(NEW);
  await shell.addAll(SHELL);
  await addFiles(shell, await (await shell.match(OFFLINE)).text());
}
async function addFiles(cache, html) {
  for (const [, file] of html.matchAll(FILES)) if (!await found(file)) await cache.add(file).catch(() => {});
}

// A page that the server marks is kept with its files; shown without a line, it says so in its own language.
// What it calls the next page is kept, too: a lesson is whole once it was begun.
async function keep(url, response) {
  const mark = response.headers.get('x-offline');
  if (!mark || !response.ok || response.redirected) return;
  const said = decodeURIComponent(mark).replace(/[&"<]/g, sign => `&#${sign.charCodeAt(0)};`);
  const html = (await response.text()).replace('<html ', `<html data-saved="${said}" `), saved = await caches.open(SAVED_PAGES);
  await saved.delete(url, { ignoreVary: true });
  await saved.put(url, new Response(html, { headers: response.headers }));
  await addFiles(saved, html);
  const all = await saved.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST))) await saved.delete(old);
  const next = html.match(NEXT)?.[1], there = next && await saved.match(next, { ignoreVary: true });
  if (next && there?.headers.get('content-language') !== response.headers.get('content-language'))
    await keep(new URL(next, url).href, await fetch(next));
}
// What is kept is one person's: whoever has this browser after them, or without a name, finds nothing of it.
async function checkReader(response) {
  const reader = response.headers.get('x-reader'), known = await (await found(READER))?.text();
  if (reader === null || known === reader) return;
  if (known) await caches.delete(SAVED_PAGES);
  if (reader) await (await caches.open(SAVED_PAGES)).put(READER, new Response(reader));
}
// The page for no line speaks the language of the page seen last.
async function speak(response) {
  const shell = await caches.open(NEW), old = await shell.match(OFFLINE), language = response.headers.get('content-language');
  if (old && language && old.headers.get('content-language') !== language) await shell.add(OFFLINE);
}

async function page(event) {
  const { url } = event.request;
  try {
    const response = await fetch(event.request);
    const copy = response.clone();
    event.waitUntil(checkReader(copy).then(() => Promise.all([keep(url, copy), speak(copy)])).catch(() => {}));
    return response;
  } catch {
    const page = await (await caches.open(SAVED_PAGES)).match(url, { ignoreVary: true });
    return page || await found(OFFLINE) || Response.error();
  }
}
async function part(event) {
  const { url } = event.request;
  try {
    const response = await fetch(event.request);
    event.waitUntil(keep(url, response.clone()).catch(() => {}));
    return response;
  } catch {
    return await found(url) || new Response('', { status: 503 });
  }
}

addEventListener('fetch', event => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method !== 'GET') {
    if (FORGETTING.includes(url.pathname)) event.waitUntil(caches.delete(SAVED_PAGES));
  } else if (request.mode === 'navigate') event.respondWith(page(event));
  else if (/^\/(s|art|face)\//.test(url.pathname)) event.respondWith(found(request.url).then(file => file || fetch(request)));
  else if (/\/replay$|^\/learn\//.test(url.pathname)) event.respondWith(part(event));
});
