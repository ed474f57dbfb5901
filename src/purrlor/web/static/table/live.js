// A table on a screen: frames of HTML come down a WebSocket, forms go up by POST. The browser knows no rules.
'use strict';
(() => {
  const $ = id => document.getElementById(id), body = document.body, words = body.dataset, at = words.at;
  const PACES = { calm: 1300, usual: 750, quick: 0 };  // milliseconds for one sentence of the story
  const pace = () => { try { return PACES[localStorage.getItem('pace')] ?? PACES.usual; } catch { return PACES.usual; } };

  // One frame: every element in it replaces the one with its id.
  let shown = null;
  function show(frame) {
    const focus = rememberFocus(), before = storyLines();
    draw(frame.html);
    document.title = frame.title;
    document.dispatchEvent(new Event('drawn'));
    tick();
    const isNextQuestion = answered !== null && answered !== question();
    if (isNextQuestion) answered = null;
    restoreFocus(focus, isNextQuestion);
    if ('walking' in body.dataset) document.dispatchEvent(new Event('walk'));
    weight = 0;
    if (shown) {
      const now = storyLines(), news = countNews(before, now);
      weigh(news);
      announce(now.slice(0, Math.min(news, 4)));
      markNews(isNextQuestion ? 0 : unread + news);
      if (news) body.dispatchEvent(new CustomEvent('news', { detail: { over: Boolean(document.querySelector('#board.over')) } }));
      if (frame.call && !shown.call) body.dispatchEvent(new CustomEvent('yourturn', { detail: frame.title }));
    }
    shown = frame;
  }
  function draw(html) {
    const made = purr.parse(html), parts = [...made.children];
    if (shown && pace() && made.querySelector('.moments') && !document.querySelector('.moments')) body.dataset.walking = '';
    purr.glide(() => { for (const part of parts) { const old = $(part.id); if (old) purr.morph(old, part); } });
  }

  // The story: its sentences, the newest first; how many are new, read aloud, counted and marked.
  let unread = 0, weight = 0;  // sentences since one's own decision; how long the last frame is looked at
  const storyLines = () => Array.from($('story')?.querySelectorAll('li') || [], li => li.textContent.trim());
  function countNews(before, now) {
    // What came last may have been taken back: then the new lines are those above the ones before it.
    const above = j => (before[j] ? now.findIndex((_, k) => before.slice(j, j + 3).every((line, i) => now[k + i] === line)) : -1);
    return [0, 1, 2, 3].map(above).find(k => k >= 0) ?? now.length;
  }
  function weigh(news) {  // a sentence counts 1, one about something of the viewer's own more
    weight = $('story')?.querySelector(`li.to-you:nth-child(-n + ${news})`) ? 4 : Math.min(news, 3);
  }
  function announce(lines) { if (lines.length) $('announcer').textContent = lines.reverse().join(' '); }
  function markNews(count) {
    unread = count;
    if (unread && $('story-link')) $('story-link').dataset.n = unread;
    for (const li of document.querySelectorAll(`#lines > :nth-child(-n + ${unread})`)) li.classList.add('since');
  }
  document.addEventListener('read', () => { unread = 0; $('story-link')?.removeAttribute('data-n'); });

  // Focus: where another question is asked, it rests on its words: Enter pressed twice must not answer it unseen.
  const choiceLabel = e => (e.name === 'action' ? `${e.value} ${e.getAttribute('aria-label') || e.textContent}` : '');
  function rememberFocus() {
    const element = document.activeElement, { id, name, value } = element;
    return { element, id, name, value, label: choiceLabel(element), part: element.closest('[data-part]') };
  }
  function restoreFocus(was, isNextQuestion) {
    const moved = document.activeElement !== was.element, another = was.label && (isNextQuestion || was.label !== choiceLabel(was.element));
    if (!was.part || (!moved && !another)) return;
    const same = was.name && document.querySelector(`[name="${was.name}"][value="${CSS.escape(was.value)}"]`);
    const stays = was.label ? [!isNextQuestion && same && choiceLabel(same) === was.label && same] : [was.id && $(was.id), same];
    for (const to of [...stays, $('status')]) {
      if (to) to.focus({ preventScroll: true });
      if (to && document.activeElement === to) return;  // what became a picture cannot be focused
    }
  }
  const question = () => ['seat', 'seen'].map(name => document.querySelector(`#hand [name=${name}]`)?.value).join();  // each seat counts its own questions
  let answered = null;  // the question that this person has answered

  // Clocks: this device's own may be wrong, so what counts is how far it is from the house's.
  const ahead = Date.now() / 1000 - Number(words.now);
  function tick() {
    for (const clock of document.querySelectorAll('[data-until]')) {
      const left = Math.max(0, Math.round(Number(clock.dataset.until) + ahead - Date.now() / 1000)), two = n => String(n).padStart(2, '0');
      const hours = Math.floor(left / 3600), minutes = Math.floor(left / 60);
      clock.textContent = `${hours ? `${hours}:${two(minutes % 60)}` : minutes}:${two(left % 60)}`;
      clock.classList.toggle('soon', left <= 10);
    }
  }
  setInterval(tick, 500);

  // Acts of others come one after another at an eye's pace, longer where more happened; a long queue goes faster, and
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
  let pausedAt = 0;
  function moment() {
    const left = document.getAnimations().map(a => a.effect.getComputedTiming().endTime - a.currentTime).filter(ms => ms < 4000);
    pausedAt = performance.now();
    const slow = pace() && queue[0]?.html.includes('class="moments') ? 10000 : 0;  // an end that is gone through step by step waits for a tap
    return Math.max(900, 2.2 * pace(), slow) + Math.max(0, ...left);
  }
  const holds = () => Boolean(shown && shown.hold && queue.length);
  for (const kind of ['pointerdown', 'keydown'])  // not the second half of a double click
    addEventListener(kind, () => { if (holds() && performance.now() > pausedAt + 400) { clearTimeout(timer); until = 0; pump(); } });
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
  const say = text => document.dispatchEvent(new CustomEvent('say', { detail: text }));
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
    if (event.detail < 2) clicked = question();
    else if (event.target.closest('[name=action], [name=instead]') && clicked !== question()) event.preventDefault();
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
    if ((choice ? answered === question() : busy) || (by && by.ariaDisabled === 'true')) return;  // one answer a question
    busy = true;
    if (choice) answered = question();
    const mine = answered;
    try {
      const to = (by && by.getAttribute('formaction')) || form.getAttribute('action');
      const answer = await fetch(to, { method: 'POST', body: new URLSearchParams(new FormData(form, by)), headers: { 'X-Live': '1' } });
      const { go, error, advice, action } = answer.status === 204 ? {} : await answer.json();
      if (go) { location.assign(go); return; }
      if (error) answered = null;
      say(error || advice || '');
      if (advice) for (const choice of document.querySelectorAll(`[name=action][value="${action}"]`)) choice.classList.add('advised');
      if (error || !choice || answered !== null) hurry();  // what came of it may be on the screen already: it stays its time
      if (error || !socket || socket.readyState !== 1) poll();
      // A line that looks open may be dead: no question stays shut behind it.
      else if (choice) setTimeout(() => { if (answered !== null && answered === mine) poll(); }, 2000);
    } catch { answered = null; say(words.lost); } finally { busy = false; }
  });

  // Down: one socket, opened again and again, the pauses growing; where sockets are not let through, frames are fetched.
  let socket = null, tries = 0, again = 0, heard = Date.now();
  function listen() {
    clearTimeout(again);
    if (!at || (socket && socket.readyState < 2)) return;
    const mine = socket = new WebSocket(location.origin.replace('http', 'ws') + at), last = [];
    mine.onmessage = event => {
      heard = Date.now();
      if (tries) { tries = 0; healed(); }
      if (event.data) receive(read(event.data, last));
    };
    mine.onclose = event => {
      if (socket !== mine) return;
      if (event.code === 1008) { location.reload(); return; }  // the seat has changed hands: the page says what is left
      socket = null;
      if (++tries > 1) { lost(); poll(); }
      again = setTimeout(listen, Math.min(250 * 2 ** tries, 15000) * (.7 + .6 * Math.random()));
    };
  }
  // A line of JSON, then a frame's HTML: all of it, or the lines that the last frame lacks ("of" says where they go).
  function read(text, last = []) {
    const [head, ...fresh] = text.split('\n'), message = JSON.parse(head);
    if (!fresh.length && !message.of) return message;
    const lines = message.of ? message.of.flatMap(([from, to, count]) => [...last.slice(from, to), ...fresh.splice(0, count)]) : fresh;
    last.splice(0, last.length, ...lines);
    return { ...message, html: lines.join('\n') };
  }
  let received = 0;
  function receive(message) {
    received++;
    if (message.go) location.assign(message.go);
    else if (message.error) say(message.error);
    else if (message.reactions) body.dispatchEvent(new CustomEvent('reaction', { detail: message.reactions }));
    else take(message);
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
