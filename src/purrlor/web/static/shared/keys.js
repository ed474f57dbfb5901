// Hands: arrows walk a board and a hand, Escape takes the first step back, links are copied and shared, choices are kept.
'use strict';
(() => {
  // On a phone the parlour's cat tells what happened, over the board; a tap beside it ends that, and does nothing else.
  const table = document.getElementById('table'), story = document.getElementById('story'), storyIsOpen = () => table && table.matches('.reading');
  function tell(on) {
    table.style.setProperty('--over', `${innerHeight - document.getElementById('hand').getBoundingClientRect().top}px`);
    table.classList.toggle('reading', story.open = on);
    if (!on) document.dispatchEvent(new Event('read'));
  }
  document.addEventListener('click', event => {
    const at = event.target, on = storyIsOpen(), cat = at.closest('#story-link');
    if (!cat && (!on || at.closest('#lines'))) return;
    tell(!on);
    if (!on) document.getElementById('lines').focus({ preventScroll: true });
    if (at.closest('#hand') && !cat) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  const PIECES = '#board :is(button, a), #hand :is([name=action], [data-first], label[role=button])';
  const reachable = (within, what) => [...within.querySelectorAll(what)].filter(e => e.getClientRects().length && getComputedStyle(e).visibility === 'visible');
  function walk(event, row) {  // a row is walked as it lies on the screen, also when a piece of it is ticked; past its end the browser goes on
    const step = event.shiftKey ? -1 : 1, inPage = reachable(row, PIECES), onScreen = [...inPage].sort((a, b) => purr.box(a).x - purr.box(b).x);
    const to = onScreen[onScreen.indexOf(event.target) + step];
    if (to) event.preventDefault();
    (to || inPage.at(step < 0 ? 0 : -1)).focus();
  }
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener('keydown', event => {
    const open = event.target.closest('details.menu[open], #rules[open]');
    if (event.key === 'Escape') {
      if (open) { open.open = false; open.firstElementChild.focus(); return; }
      if (storyIsOpen()) { tell(false); document.getElementById('story-link').focus(); return; }
      const undo = document.querySelector('[data-first]:checked, [data-undo]');
      if (undo) undo.click();
    }
    const isPress = event.key === 'Enter' ? 'input[data-first], label[role=button]' : event.key === ' ' && 'label[role=button]';
    // a piece drawn by a box to be ticked, or one that presses the button of its equal
    if (isPress && event.target.matches(isPress)) { event.preventDefault(); event.target.click(); return; }
    const way = WAYS[event.key], from = event.target.closest(PIECES), row = event.target.closest('[data-row]');
    if (event.key === 'Tab' && row) { walk(event, row); return; }
    // From the question to what answers it, wherever on the page that is.
    if ((way || (event.key === 'Tab' && !event.shiftKey)) && event.target.id === 'status') {
      const first = [...document.querySelectorAll('[name=action]:not([aria-disabled=true])')].find(e => e.getClientRects().length);
      if (first) { event.preventDefault(); first.focus(); }
    }
    if (!from || !way || event.altKey || event.ctrlKey || event.metaKey) return;
    const a = purr.box(from);
    let best = null, least = Infinity;
    for (const e of reachable(document, PIECES)) {
      const b = purr.box(e), x = b.x - a.x, y = b.y - a.y, along = x * way[0] + y * way[1], off = Math.abs(x * way[1]) + Math.abs(y * way[0]);
      if (e !== from && b.w && along > 1 && along + 2.5 * off < least) { least = along + 2.5 * off; best = e; }
    }
    event.preventDefault();
    if (best) best.focus();
  });

  // What is said once stands where the parlour's cat speaks, and goes with a tap on it or when it could be read twice.
  function say(text, least = 0) {
    const note = document.getElementById('note'), bubble = document.getElementById('status');
    if (!note) return;
    note.textContent = text;
    note.hidden = !text;
    clearTimeout(note.leaves);
    const unsaid = () => document.dispatchEvent(new Event('unsaid'));
    unsaid();
    const leave = () => { if (note.textContent === text) { note.hidden = true; unsaid(); } };
    if (text && least < Infinity) note.leaves = setTimeout(leave, Math.max(least, 2500 + 70 * text.length));
    if (!bubble) return;
    const { bottom, height, left, top, width } = bubble.getBoundingClientRect(), at = note.parentElement.style;
    for (const [name, size] of Object.entries({ under: Math.max(0, innerHeight - bottom), top: Math.max(8, top), high: height, from: left, wide: width }))
      at.setProperty(`--${name}`, text ? `${size}px` : '');
  }
  document.addEventListener('say', event => say(event.detail));
  document.addEventListener('click', event => { if (event.target.closest('#note')) say(''); });
  const notice = document.querySelector('.notices > #note:not([hidden])');
  if (notice) addEventListener('load', () => say(notice.textContent), { once: true });  // the bubble has its place then

  // What cannot be taken back asks a finger twice, unless that was switched off; what is done to somebody else always asks. A lesson and a puzzle have no place to ask: they may be tried again.
  const stored = key => { try { return localStorage.getItem(key); } catch { return null; } };
  document.addEventListener('click', event => {
    const at = event.target.closest('[data-confirm]'), note = document.getElementById('note');
    const asks = at && ('always' in at.dataset || (event.pointerType === 'touch' && stored('confirm') !== 'off'));
    if (!asks || !note || (at.matches('.sure') && asked === question())) return;
    event.preventDefault();
    event.stopPropagation();
    say(at.dataset.confirm, Infinity);  // it stays until it is answered, or something else is tapped
    asked = question();
    at.classList.add('sure');
  }, true);
  let asked = '';
  const question = () => document.querySelector('#hand [name=seen]')?.value || '';
  const unring = () => { asked = ''; for (const at of document.querySelectorAll('.sure')) at.classList.remove('sure'); };
  document.addEventListener('unsaid', unring);  // the ring goes with its question
  document.addEventListener('drawn', () => {  // the others' moves leave the question and its ring; another question ends it
    if (asked && (asked !== question() || !document.querySelector('.sure'))) say('');
  });
  // The end of a match, gone through step by step: each step waits for a tap; the last one is the result.
  const steps = () => [...document.querySelectorAll('.moments input')];
  document.addEventListener('walk', () => {
    const all = steps();
    if (!all.length || !all.at(-1).checked || document.querySelector('.moments[data-begun]')) return;
    all[0].checked = true;
    all[0].closest('.moments').dataset.begun = '';
  });
  document.addEventListener('click', event => {
    const on = event.target.closest('[data-walk]'), all = steps(), at = all.findIndex(e => e.checked);
    if (on) all[on.dataset.walk === 'next' ? Math.min(at + 1, all.length - 1) : all.length - 1].checked = true;
    if (all.length && all.at(-1).checked) delete document.body.dataset.walking;
  });
  document.addEventListener('click', event => {  // a tap beside an open menu closes it, and does nothing else: but "play now" plays as just chosen
    const open = document.querySelector('details.menu[open]');
    if (!open || (open.contains(event.target) && !event.target.closest('[data-shut]'))) return;
    open.open = false;
    if (event.target.closest('details.menu') || event.target.closest('form.now')?.contains(open)) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  for (const part of document.querySelectorAll('.menu > .panel details, .folds details:not([open])'))  // what opens at the end of a menu or of the page is seen
    part.addEventListener('toggle', () => { if (part.open) part.scrollIntoView({ block: 'nearest' }); });

  function sayDone(button, words) {  // what a button has done stands on it for a moment; it keeps its size
    const label = words.textContent, { width, height } = button.getBoundingClientRect();
    if (label === button.dataset.done) return;
    Object.assign(button.style, { width: `${width}px`, height: `${height}px`, flex: 'none' });
    words.textContent = button.dataset.done;
    if (button.dataset.announce) document.dispatchEvent(new CustomEvent('say', { detail: button.dataset.announce }));
    setTimeout(() => { words.textContent = label; button.removeAttribute('style'); }, 5000);
  }
  if (navigator.clipboard) document.documentElement.dataset.copies = '';
  for (const button of document.querySelectorAll('[data-copy]')) button.hidden = !navigator.clipboard;
  document.addEventListener('click', async event => {
    const button = event.target.closest('[data-copy]');
    if (!button) return;
    await navigator.clipboard.writeText(new URL(button.dataset.copy, location.href).href);
    sayDone(button, button);
  });
  for (const button of document.querySelectorAll('[data-share]')) {
    button.hidden = !navigator.share;
    button.addEventListener('click', () => navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {}));
  }
  document.addEventListener('click', async event => {  // a link to be sent; where nothing can send it, it is followed
    const link = event.target.closest('[data-send]'), to = link && { title: document.title, url: link.href };
    if (!link || !(navigator.share || navigator.clipboard)) return;
    event.preventDefault();
    if (navigator.share) { navigator.share(to).catch(() => {}); return; }
    const note = document.getElementById('note');
    try { await navigator.clipboard.writeText(to.url); } catch { note.textContent = to.url; note.hidden = false; return; }  // to be copied by hand
    sayDone(link, link.lastChild);
  });
  for (const choice of document.querySelectorAll('[data-keep]')) {
    try { choice.checked = (localStorage.getItem(choice.name) || choice.dataset.keep) === choice.value; } catch { /* not kept */ }
    choice.addEventListener('change', () => { try { localStorage.setItem(choice.name, choice.value); } catch { /* not kept */ } });
  }
  for (const set of document.querySelectorAll('.against'))  // whom one plays against is said where it was chosen
    set.addEventListener('change', () => {
      const cats = set.querySelector('[name=cats]'), level = set.querySelector('[name=level]'), of = cats.selectedOptions ? cats.selectedOptions[0] : cats;
      set.querySelector('summary span').textContent = of.dataset[level.value] || `${of.value} × ${level.selectedOptions[0].text}`;
    });
  // What few need comes when it is asked for: how cats speak with the first word or the menu of words, how one is called
  // with that menu, or where it was chosen before.
  const fair = document.getElementById('fair'), board = document.getElementById('board');
  const end = () => {
    if (!board.classList.contains('over')) return;
    over.disconnect();
    fetched(fair.dataset.script);
    const picture = board.querySelector('a.picture');
    if (picture) fetched(picture.dataset.script);
  }, over = new MutationObserver(end);
  if (fair && fair.dataset.script) { over.observe(board, { attributes: true, attributeFilter: ['class'] }); setTimeout(end); }
  const fetched = src => new Promise(onload => {
    document.head.append(Object.assign(document.createElement('script'), { src: purr.policy.createScriptURL(src), onload }));
  });
  const says = document.getElementById('cat-says'), words = document.getElementById('cat-words'), call = document.getElementById('call');
  if (says) {
    let spoken = null;
    const speak = () => (spoken ??= fetched(says.dataset.script));
    document.body.addEventListener('reaction', async ({ detail }) => {
      await speak();
      document.body.dispatchEvent(new CustomEvent('show-reaction', { detail }));
    });
    if (words) words.addEventListener('toggle', speak, { once: true });
    if (words && words.querySelector('[data-said-at]')) speak();  // something was said while this page was not here
  }
  const sounds = document.getElementById('sounds');
  if (sounds) {
    const keys = [...sounds.querySelectorAll('[data-volume]')].map(slider => `volume-${slider.dataset.volume}`);
    const load = () => fetched(sounds.dataset.script);
    if (keys.some(key => Number(stored(key))) || stored('buzz') === 'on') load(); else sounds.addEventListener('toggle', load, { once: true });
  }
  if (call) {
    const come = () => fetched(call.dataset.script), wanted = ['call-sound', 'call-note'].some(key => stored(key) === 'on');
    if (wanted) come(); else call.closest('details').addEventListener('toggle', come, { once: true });
  }
  for (const box of document.querySelectorAll('[data-switch]')) {
    box.checked = stored(box.dataset.switch) !== 'off';
    box.addEventListener('change', () => { try { localStorage.setItem(box.dataset.switch, box.checked ? 'on' : 'off'); } catch { /* not kept */ } });
  }
  if (story) {  // beside a wide table it is open; a window that takes another shape opens or folds it
    let shape = '';
    const fit = () => { const now = purr.shape(); if (now !== shape && !storyIsOpen()) story.open = (shape = now) === 'wide'; };
    fit();
    addEventListener('resize', fit);
  }
  document.addEventListener('input', event => { event.target.closest('form')?.querySelector('.note')?.remove(); });  // what was wrong is being mended
  for (const form of document.querySelectorAll('form[data-auto]')) form.addEventListener('change', () => form.requestSubmit());
  for (const way of document.querySelectorAll('a[href="#rules"]'))  // beside the table, not instead of it
    way.addEventListener('click', event => {
      const rules = document.getElementById('rules');
      event.preventDefault();
      way.closest('details').open = false;
      rules.open = true;
      rules.scrollIntoView({ block: 'start' });
      rules.firstElementChild.focus({ preventScroll: true });
    });
  for (const fold of document.querySelectorAll('details[data-fetch]'))
    fold.addEventListener('toggle', async () => {
      const place = fold.querySelector('[data-into]');
      if (!fold.open || place.childElementCount > 1) return;
      const answer = await fetch(fold.dataset.fetch);
      if (!answer.ok) return;
      place.replaceChildren(purr.parse(await answer.text()));
      if (document.activeElement === fold.firstElementChild) fold.scrollIntoView();  // it can stand at the top only now
    });
})();
