// Looking back: moments are fetched as parts of the page. Without this file every step is an ordinary link.
'use strict';
(() => {
  const $ = id => document.getElementById(id);
  const PACES = { calm: 1600, usual: 1000, quick: 400 };
  let speed = null;  // as chosen here; else as at a table
  const pace = () => { try { return PACES[speed ?? localStorage.getItem('pace')] ?? PACES.usual; } catch { return PACES.usual; } };
  const chapters = () => $('hand').dataset.chapters.split(' ').map(Number);
  const following = () => (speed === 'turns' ? chapters().find(at => at > now()) ?? last() : now() + 1);
  const now = () => Number($('hand').dataset.at), last = () => Number($('hand').dataset.last);
  const there = at => { const to = new URL($('hand').dataset.here, location.href); to.searchParams.set('at', at); return to; };

  let asked = 0, isDragging = false, timer = 0;
  async function show(to) {
    const mine = ++asked, part = new URL(to, location.href);
    part.searchParams.set('part', '1');
    const answer = await fetch(part, { headers: { 'X-Live': '1' } });
    if (mine !== asked) return;
    if (!answer.ok) { location.assign(to); return; }
    const focus = document.activeElement, made = purr.parse(await answer.text());
    if (mine !== asked) return;
    $('table').dataset.moving = '';
    purr.glide(() => { for (const part of [...made.children]) { const old = $(part.id); if (old) purr.morph(old, part); } });
    if (focus.id && document.activeElement !== focus && $(focus.id)) $(focus.id).focus({ preventScroll: true });
    if (!isDragging) $('at').value = now();
    $('round-now').textContent = $('round').textContent;
    $('announcer').textContent = $('where').textContent + '. ' + $('status').textContent;
    $('note').hidden = true;
    const here = $('hand').dataset.here;
    $('link').dataset.copy = location.origin + here;
    for (const a of document.querySelectorAll('.lang a')) a.href = here + '&lang=' + a.lang;
    history.replaceState(null, '', here);
    dress();
  }

  function dress() {
    const button = $('wind'), on = Boolean(timer);
    button.classList.toggle('winding', on);
    button.ariaLabel = on ? button.dataset.pause : button.dataset.play;
    if (speed) $('speed').value = speed;
  }
  function stop() { clearTimeout(timer); timer = 0; dress(); }
  async function wind() {
    if (now() >= last()) { stop(); return; }
    const mine = timer;
    await show(there(following())).catch(stop);
    if (timer === mine && timer) { timer = now() < last() ? setTimeout(wind, pace()) : 0; dress(); }
  }
  function play() {
    if (timer) { stop(); return; }
    if (now() >= last()) show(there(0)).then(() => { timer = setTimeout(wind, pace()); dress(); });
    else timer = setTimeout(wind, 60);
    dress();
  }
  const go = at => { stop(); if (at !== now() && at >= 0 && at <= last()) show(there(at)); };

  document.addEventListener('click', event => {
    const link = event.target.closest('#hand a[data-at], #beside a[data-eyes]');
    if (event.target.closest('#wind')) play();
    else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      if ('at' in link.dataset) go(Number(link.dataset.at)); else show(link.href);
      if (link.closest('#chapters')) $('chapters').open = false;
    }
  });
  let soon = 0;
  document.addEventListener('input', event => {
    if (event.target.id !== 'at') return;
    isDragging = true;
    clearTimeout(soon);
    soon = setTimeout(() => go(Number(event.target.value)), 40);
  });
  document.addEventListener('change', event => { if (event.target.id === 'speed') speed = event.target.value; });
  document.addEventListener('change', event => { if (event.target.id === 'at') { isDragging = false; go(Number(event.target.value)); } });
  document.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input, select, textarea, .eyes')) return;
    const to = { ArrowLeft: now() - 1, ArrowRight: now() + 1, Home: 0, End: last() }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
  dress();
  const meant = $(location.hash.slice(1));  // a link from elsewhere to something that is folded
  if (meant && meant.localName === 'details') { meant.open = true; meant.scrollIntoView(); }
})();
