// The page for no line: what can be read meanwhile, and back to what was asked for as soon as there is a line.
'use strict';
(async () => {
  const again = async () => {
    const answer = await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer && answer.ok && location.pathname !== '/offline') location.reload();
  };
  addEventListener('online', again);
  setInterval(again, 5000);
  const list = document.getElementById('saved');
  if (!window.caches || !await caches.has('kept')) return;
  const saved = await caches.open('kept'), pages = new Map(), { lang } = document.documentElement;
  const days = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { dateStyle: 'medium' });  // as the results have it
  for (const { url } of (await saved.keys()).reverse()) {
    const { pathname, search, searchParams } = new URL(url), is = kind => pathname.startsWith(`/${kind}/`);
    const isWithin = is('learn') && (search || !/^\/learn\/[^/]+(\/1)?$/.test(pathname)), place = is('learn') ? pathname.replace(/\/1$/, '') : pathname;
    const isReadable = ['rules', 'learn', 't', 'w', 'count'].some(is) || pathname === '/count' || pathname === '/me';
    if (searchParams.has('part') || isWithin || pages.has(place) || !isReadable) continue;
    const page = await saved.match(url, { ignoreVary: true }), title = purr.parse(await page.text()).querySelector('title').textContent;
    const savedOn = is('t') || is('w') ? ' · ' + days.format(new Date(page.headers.get('date'))) : '';
    pages.set(place, { url, title: title.replace(/ · Purrlor$/, '') + savedOn });
  }
  for (const { url, title } of pages.values()) {
    const line = document.createElement('li'), link = document.createElement('a');
    link.href = url;
    link.textContent = title;
    line.append(link);
    list.append(line);
  }
  list.closest('section').hidden = !pages.size;
})();
