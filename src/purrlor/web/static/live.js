// A table on a screen: frames of HTML come down a WebSocket, forms go up by POST. The browser knows no rules.
'use strict';
(() => {
  const $ = id => document.getElementById(id), body = document.body, words = body.dataset, at = words.at;
  const PACES = { calm: 1300, usual: 750, quick: 0 };  // milliseconds for one sentence of the story
  const pace = () => { try { return PACES[localStorage.getItem('pace')] ?? PACES.usual; } catch { return PACES.usual; } };

  // One frame: every element in it replaces the one with its id.
  let shown = null, since = 0, weight = 0;  // sentences since one's own decision; weight: of what the last frame told: a sentence 1, one about something of the viewer's own more
  function show(frame) {
    const focus = document.activeElement, story = $('story');
    const was = { id: focus.id, name: focus.name, value: focus.value, said: said(focus), part: focus.closest('[data-part]') };
    const lines = () => (story ? Array.from(story.querySelectorAll('li'), li => li.textContent.trim()) : []), old = lines();
    const made = purr.parse(frame.html);
    if (shown && pace() && made.querySelector('.moments') && !document.querySelector('.moments')) body.dataset.walking = '';
    purr.glide(() => { for (const part of [...made.children]) { const old = $(part.id); if (old) purr.morph(old, part); } });
    document.title = frame.title;
    tick();
    const next = answered !== null && answered !== seen();
    if (next) answered = null;
    if (was.part && (document.activeElement !== focus || (was.said && (next || was.said !== said(focus))))) refocus(was, next);
    if ('walking' in body.dataset) document.dispatchEvent(new Event('walk'));
    weight = 0;
    if (shown) {
      // What was told last may have been taken back: then the new lines are those above what was told before it.
      const now = lines(), above = j => (old[j] ? now.findIndex((_, k) => old.slice(j, j + 3).every((line, i) => now[k + i] === line)) : -1);
      const news = [0, 1, 2, 3].map(above).find(k => k >= 0) ?? now.length;
      weight = story && story.querySelector(`li.to-you:nth-child(-n + ${news})`) ? 4 : Math.min(news, 3);
      if (news) $('told').textContent = now.slice(0, Math.min(news, 4)).reverse().join(' ');
      since = next ? 0 : since + news;
      if (since && $('lately')) $('lately').dataset.n = since;
      for (const li of document.querySelectorAll(`#lines > :nth-child(-n + ${since})`)) li.classList.add('since');
      if (news) body.dispatchEvent(new CustomEvent('told', { detail: { over: Boolean(document.querySelector('#board.over')) } }));
      if (frame.call && !shown.call) body.dispatchEvent(new CustomEvent('yourturn', { detail: frame.title }));
    }
    shown = frame;
  }
  document.addEventListener('read', () => { since = 0; $('lately')?.removeAttribute('data-n'); });
  // Where another question is asked, the focus rests on its words: Enter pressed twice must not answer it unseen.
  function refocus({ id, name, value, said: old }, next) {
    const same = name && document.querySelector(`[name="${name}"][value="${CSS.escape(value)}"]`);
    const stays = old ? [!next && same && said(same) === old && same] : [id && $(id), same];
    for (const to of [...stays, $('status')]) {
      if (to) to.focus({ preventScroll: true });
      if (to && document.activeElement === to) return;  // what became a picture cannot be focused
    }
  }
  const said = e => (e.name === 'action' ? `${e.value} ${e.getAttribute('aria-label') || e.textContent}` : '');
  const seen = () => ['seat', 'seen'].map(name => document.querySelector(`#hand [name=${name}]`)?.value).join();  // each seat counts its own questions
  let answered = null;  // what the question was known by that this person has answered

  // Clocks: this device's own may be wrong, so what counts is how far it is from the house's.
  const ahead = Date.now() / 1000 - Number(words.now);
  function tick() {
    for (const clock of document.querySelectorAll('[data-until]')) {
      const left = Math.max(0, Math.round(Number(clock.dataset.until) + ahead - Date.now() / 1000)), two = n => String(n).padStart(2, '0');
      clock.textContent = left < 3600 ? `${Math.floor(left / 60)}:${two(left % 60)}` : `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
      clock.classList.toggle('soon', left <= 10);
    }
  }
  setInterval(tick, 500);

  // Acts of others come one after another at an eye's pace, longer where more was told; a long queue goes faster, and
  // who lags far behind or looks away sees the latest at once.
  let queue = [], timer = 0, until = 0;
  function take(frame) {
    const before = queue.at(-1) || shown, cut = frame.last && before && !before.last ? frame.html.lastIndexOf(LAST) : -1;
    if (cut >= 0) queue.push({ title: before.title.replace(/^●.*? · /, ''), hold: true, html: frame.html.slice(cut + LAST.length) });
    queue.push(frame);
    if (!timer) pump();
  }
  // What ends a round or a match is looked at first, the table as that move left it; a tap or a key goes on to the result.
  const LAST = '<template id="last-move">';
  let held = 0;
  function moment() {
    const left = document.getAnimations().map(a => a.effect.getComputedTiming().endTime - a.currentTime).filter(ms => ms < 4000);
    held = performance.now();
    const slow = pace() && queue[0]?.html.includes('class="moments') ? 10000 : 0;  // an end that is gone through step by step waits for a tap
    return Math.max(900, 2.2 * pace(), slow) + Math.max(0, ...left);
  }
  const holds = () => Boolean(shown && shown.hold && queue.length);
  for (const kind of ['pointerdown', 'keydown'])  // not the second half of a double click
    addEventListener(kind, () => { if (holds() && performance.now() > held + 400) { clearTimeout(timer); until = 0; pump(); } });
  function pump() {
    timer = 0;
    const late = queue.length > 12 || document.hidden;
    if (late) queue = queue.slice(-1);
    if (!queue.length) return;
    const wait = late || (answered !== null && !shown?.hold) ? 0 : until - performance.now();  // one's own decision is shown at once
    if (wait > 0) { timer = setTimeout(pump, wait); return; }
    show(queue.shift());
    until = performance.now() + (shown.hold ? moment() : pace() * weight / Math.max(1, queue.length / 3));
    pump();
  }
  function hurry() {
    if (holds()) return;
    const last = queue.findLastIndex(frame => frame.hold);
    clearTimeout(timer);
    until = 0;
    queue = queue.slice(last < 0 ? -1 : last);
    pump();
  }

  // Up: any form marked data-live. Without this file it is an ordinary form.
  function say(text) {
    const note = $('note'), bubble = $('status');
    if (!note) return;
    note.textContent = text;
    note.hidden = !text;
    clearTimeout(note.leaves);
    if (text) note.leaves = setTimeout(() => { if (note.textContent === text) note.hidden = true; }, 2500 + 70 * text.length);  // long enough to be read twice
    if (!bubble) return;
    const { bottom, height, left, top, width } = bubble.getBoundingClientRect(), at = note.parentElement.style;  // the parlour's cat says it
    for (const [name, size] of Object.entries({ under: Math.max(0, innerHeight - bottom), top: Math.max(8, top), high: height, from: left, wide: width }))
      at.setProperty(`--${name}`, text ? `${size}px` : '');
  }
  // A second tap on a cover never opens the next one: not as a double click, nor as two quick taps of a finger.
  const cover = () => $('uncover')?.getAttribute('href') || '', tapped = { at: 0, cover: cover() };
  document.addEventListener('click', event => {
    const now = Date.now(), hasty = event.pointerType === 'touch' && now - tapped.at < 600 && tapped.cover !== cover();
    if (event.target.closest('#uncover') && (event.detail > 1 || hasty)) event.preventDefault();
    Object.assign(tapped, { at: now, cover: cover() });
    try { sessionStorage.setItem('tapped', now); } catch { /* not kept */ }
  }, true);
  try { tapped.at = Number(sessionStorage.getItem('tapped')); tapped.cover = 'another page'; } catch { /* not kept */ }
  let clicked;
  document.addEventListener('click', event => {            // a double click is for the question it began at
    if (event.detail < 2) clicked = seen();
    else if (event.target.closest('[name=action], [name=instead]') && clicked !== seen()) event.preventDefault();
  }, true);
  document.addEventListener('click', event => {            // what cannot be chosen says why when asked
    const quiet = event.target.closest('[data-why]');
    if (quiet) say(quiet.dataset.why);
    else if (!event.target.closest('button')) say('');
  });
  let busy = false;
  document.addEventListener('submit', async event => {
    const form = event.target, by = event.submitter;
    if (!form.matches('[data-live]') || (by && 'plain' in by.dataset)) return;
    event.preventDefault();
    const choice = by && ['action', 'instead'].includes(by.name);
    if ((choice ? answered === seen() : busy) || (by && by.ariaDisabled === 'true')) return;  // one answer a question
    busy = true;
    if (choice) answered = seen();
    const mine = answered;
    try {
      const to = (by && by.getAttribute('formaction')) || form.getAttribute('action');
      const answer = await fetch(to, { method: 'POST', body: new URLSearchParams(new FormData(form, by)), headers: { 'X-Live': '1' } });
      const told = answer.status === 204 ? {} : await answer.json();
      if (told.go) { location.assign(told.go); return; }
      if (told.error) answered = null;
      say(told.error || '');
      if (told.error || !choice || answered !== null) hurry();  // what came of it may be on the screen already: it stays its time
      if (told.error || !socket || socket.readyState !== 1) poll();
      else if (choice) setTimeout(() => { if (answered !== null && answered === mine) poll(); }, 2000);  // a line that looks open may be dead: no question stays shut behind it
    } catch { answered = null; say(words.lost); } finally { busy = false; }
  });

  // Down: one socket, opened again and again, the pauses growing; where sockets are not let through, frames are fetched.
  let socket = null, tries = 0, again = 0, heard = Date.now();
  function listen() {
    clearTimeout(again);
    if (!at || (socket && socket.readyState < 2)) return;
    const mine = socket = new WebSocket(location.origin.replace('http', 'ws') + at), held = [];
    mine.onmessage = event => {
      heard = Date.now();
      if (tries) { tries = 0; healed(); }
      if (event.data) receive(read(event.data, held));
    };
    mine.onclose = event => {
      if (socket !== mine) return;
      if (event.code === 1008) { location.reload(); return; }  // the seat has changed hands: the page says what is left
      socket = null;
      if (++tries > 1) { lost(); poll(); }
      again = setTimeout(listen, Math.min(250 * 2 ** tries, 15000) * (.7 + .6 * Math.random()));
    };
  }
  // A line of JSON, then a frame's HTML: all of it, or those lines that are not held from the last one ("of" says where).
  function read(text, held = []) {
    const [head, ...fresh] = text.split('\n'), told = JSON.parse(head);
    if (!fresh.length && !told.of) return told;
    const lines = told.of ? told.of.flatMap(([from, to, count]) => [...held.slice(from, to), ...fresh.splice(0, count)]) : fresh;
    held.splice(0, held.length, ...lines);
    return { ...told, html: lines.join('\n') };
  }
  let received = 0;
  function receive(told) {
    received++;
    if (told.go) location.assign(told.go);
    else if (told.error) say(told.error);
    else if (told.reactions) body.dispatchEvent(new CustomEvent('reaction', { detail: told.reactions }));
    else take(told);
  }
  async function poll() {
    const before = received;
    try {
      const text = await (await fetch(at, { headers: { 'X-Live': '1' } })).text();
      if (before === received) receive(read(text));  // what came down the line meanwhile is newer
    } catch { /* still away */ }
  }
  function lost() { const net = $('net'); if (net) { net.textContent = words.lost; net.hidden = false; } }
  function healed() {
    const net = $('net');
    say('');
    if (net && !net.hidden) { net.textContent = words.healed; setTimeout(() => { net.hidden = !tries; }, 2500); }
  }
  function wake() {
    if (document.hidden) return;
    if (socket && Date.now() - heard > 70000) { const deaf = socket; socket = null; deaf.close(); }
    listen();
    if (queue.length) hurry();
  }
  document.addEventListener('visibilitychange', wake);
  for (const name of ['online', 'pageshow']) addEventListener(name, wake);
  addEventListener('pagehide', () => { if (socket) { const left = socket; socket = null; left.close(); } });
  setInterval(wake, 30000);
  listen();
})();
