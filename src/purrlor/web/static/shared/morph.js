// How a page changes: what stays keeps its node, pieces glide from where they were.
'use strict';
const purr = { still: matchMedia('(prefers-reduced-motion: reduce)') };

// HTML that our own server drew becomes nodes here and nowhere else, and scripts are our own files: no page allows more.
const WORKER = '/worker.js', ours = src => { if (src.startsWith('/s/') || src === WORKER) return src; throw new TypeError(src); };
purr.policy = { createHTML: html => html, createScriptURL: ours };
if (window.trustedTypes) purr.policy = trustedTypes.createPolicy('purrlor', purr.policy);
// The installed app: see service_worker.js. Browsers have it only under https and on the machine itself.
if (navigator.serviceWorker) addEventListener('load', () => { navigator.serviceWorker.register(purr.policy.createScriptURL(WORKER)).catch(() => {}); });
purr.parse = html => { const made = document.createElement('template'); made.innerHTML = purr.policy.createHTML(html); return made.content; };

// Keyed update of element a to element b: focus, scroll, what a person opened or ticked stay as they are.
purr.morph = (a, b) => {
  if (a.isEqualNode(b)) return;
  if (a.nodeType !== 1) { a.data = b.data; return; }
  const own = name => name === 'open' && a.localName === 'details', isAskedAbout = a.matches('.sure') && a.value === b.value;
  for (const { name, value } of b.attributes) if (a.getAttribute(name) !== value && !own(name)) a.setAttribute(name, value);
  for (const { name } of [...a.attributes]) if (!b.hasAttribute(name) && !own(name)) a.removeAttribute(name);
  if (isAskedAbout) a.classList.add('sure');
  const wanted = new Set(Array.from(b.children, c => c.id)), keyed = new Map();
  for (const c of [...a.children]) if (c.id) wanted.has(c.id) ? keyed.set(c.id, c) : c.remove();
  let next = a.firstChild;
  for (const fresh of [...b.childNodes]) {
    let old = fresh.id ? keyed.get(fresh.id) : next;
    if (!fresh.id) while (old && (old.id || old.nodeName !== fresh.nodeName)) old = old.nextSibling;
    if (!old || old.nodeName !== fresh.nodeName) { a.insertBefore(fresh, next); continue; }
    if (old === next) next = next.nextSibling; else a.insertBefore(old, next);
    purr.morph(old, fresh);
  }
  while (next) { const gone = next; next = next.nextSibling; gone.remove(); }
};

// How the parts of a table stand around its board: table.css says, by the shape of the window.
purr.shape = () => getComputedStyle(document.querySelector('.table')).getPropertyValue('--shape');
// Middle and width of what is on the screen.
purr.box = e => { const r = e.getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2, w: r.width }; };

// What has just moved (by half its width, within its part of the page) or turned over keeps the class "moved" until something else moves.
purr.moved = new Set();
purr.mark = change => {
  const rect = e => e.getBoundingClientRect(), rects = () => Array.from(document.querySelectorAll('[data-glide][id]'), e => {
    const part = e.closest('[data-part]'), at = part ? rect(part) : { x: 0, y: 0 }, r = rect(e);
    return { e, part: part && part.id, turn: e.dataset.turn, x: r.x - at.x, y: r.y - at.y, w: r.width };
  });
  const was = new Map(rects().map(a => [a.e.id, a]));
  change();
  const now = rects(), moved = now.filter(b => {
    const a = was.get(b.e.id);
    return a ? a.part !== b.part || a.turn !== b.turn || Math.hypot(a.x - b.x, a.y - b.y) > b.w / 2 : was.size && b.e.dataset.from;
  });
  if (moved.length) purr.moved = new Set(moved.map(b => b.e.id));
  for (const { e } of now) e.classList.toggle('moved', purr.moved.has(e.id));
};

// Carry a change out so that the eye can follow. data-glide (with an id): moves from its old place. data-from="P": a new
// piece comes from the element with data-place="P". data-to="P": a vanished one flies there. data-turn (with an id): when
// its value changes or the piece is new and comes from somewhere, the class "turning" is set, and the stylesheet says what
// that looks like. data-late="900": a new piece comes so many milliseconds later.
purr.glide = change => {
  if (purr.still.matches || document.hidden) { purr.mark(change); return; }
  const all = name => document.querySelectorAll(`[data-${name}]`), EASE = { duration: 360, easing: 'cubic-bezier(.3,.9,.3,1)', id: 'glide' };
  const was = new Map(), faces = new Map(), places = new Map();
  for (const e of all('glide')) was.set(e.id, { ...purr.box(e), e, to: e.dataset.to });
  for (const e of all('turn')) faces.set(e.id, e.dataset.turn);
  for (const e of all('place')) places.set(e.dataset.place, purr.box(e));
  purr.mark(change);
  for (const e of all('turn')) if (faces.has(e.id) ? faces.get(e.id) !== e.dataset.turn : places.has(e.dataset.from)) e.classList.add('turning');
  for (const e of all('glide')) {
    const late = was.has(e.id) ? 0 : Number(e.dataset.late || 0), a = was.get(e.id) || places.get(e.dataset.from);
    was.delete(e.id);
    if (!a) continue;
    for (const running of e.getAnimations()) if (running.id === 'glide') running.cancel();
    const b = purr.box(e), svg = e.ownerSVGElement, unit = svg ? svg.getScreenCTM().a : 1, x = (a.x - b.x) / unit, y = (a.y - b.y) / unit;
    if (Math.abs(x) + Math.abs(y) < 1) continue;
    const size = (from, to) => (svg || !b.w ? {} : { scale: from / to });
    const from = { translate: `${x}px ${y}px`, zIndex: 9, opacity: late ? 0 : 1, ...size(Math.min(a.w, 1.6 * b.w), b.w) };
    e.animate([from, { translate: '0 0', zIndex: 9, ...size(1, 1) }], { ...EASE, delay: late, fill: 'backwards' });
  }
  for (const a of was.values()) {
    const to = a.to && document.querySelector(`[data-place="${CSS.escape(a.to)}"]`);
    if (!to || a.e.isConnected || a.e.ownerSVGElement) continue;
    const ghost = a.e.cloneNode(true), b = purr.box(to);
    for (const name of ['id', 'data-glide', 'data-turn']) ghost.removeAttribute(name);
    ghost.inert = true; ghost.classList.add('ghost');
    document.body.append(ghost);
    const g = purr.box(ghost);
    const path = [{ translate: `${a.x - g.x}px ${a.y - g.y}px` }, { translate: `${b.x - g.x}px ${b.y - g.y}px`, scale: .4, opacity: .2 }];
    const gone = () => ghost.remove();
    ghost.animate(path, EASE).finished.then(gone, gone);
  }
};
