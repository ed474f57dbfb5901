// A sheet of a match at a real table: tapped or typed here, kept in this browser, counted by the server.
// The page says what can be tapped; this file knows no game. A field is an input with a name, or a button with data-field.
// data-put: a piece for the field that is current; data-most: so many of it exist; data-turns: it lies in so many ways ("D3@1").
// data-add: one more card of four. data-cycle: values that follow one another. data-step: a number goes up or down.
// data-sides="l s 0.66": a finger left or right of that part of the button means this value; once more takes it off.
// data-sum="r*-0": the sum of these fields. data-lead: the least or the most of the sums inside. data-if="length=limit": shown then.
// data-draw="colour": values of data-from, one for each player by chance. data-rows="r": a row more than is filled, from its template.
'use strict';
(() => {
  const form = document.getElementById('count'), result = document.getElementById('result'), line = document.getElementById('line');
  const KEY = `count-${form.dataset.game}`, all = (what, within = form) => [...within.querySelectorAll(what)];
  let sheet = {}, current = '', asked = 0, timer = 0;
  const past = [], defaults = {};

  // ------------------------------------------------------------ the sheet
  const keep = () => { try { localStorage.setItem(KEY, JSON.stringify(sheet)); } catch { /* not kept */ } };
  const value = name => sheet[name] ?? defaults[name] ?? '';
  const seats = () => Number(value('seats')) || 2;
  function set(changes) {
    const before = JSON.stringify(sheet);
    for (const [name, text] of Object.entries(changes)) if (text === '' && !defaults[name]) delete sheet[name]; else sheet[name] = text;
    if (JSON.stringify(sheet) === before) return;
    past.push(before);
    if (past.length > 300) past.shift();
    changed();
  }
  function changed() { keep(); show(); clearTimeout(timer); timer = setTimeout(ask, 250); }

  // ------------------------------------------------------------ what is seen of it
  const inputs = () => all('input[name], select[name]').filter(e => e.form === form), cells = () => all('[data-field]');
  const base = text => text.split('@')[0], piece = text => form.querySelector(`[data-put="${CSS.escape(base(text))}"]`);
  const isVisible = e => !e.closest('[hidden]');
  function show() {
    rows();
    for (const e of inputs()) {
      const text = e.matches('.cell') && e !== document.activeElement && value(e.name) ? String(points(value(e.name))) : value(e.name);
      if (e.type === 'radio' || e.type === 'checkbox') e.checked = e.value === text; else if (e.value !== text) e.value = text;
    }
    for (const e of all('[data-seat]')) e.hidden = Number(e.dataset.seat) >= seats();
    const holds = one => { const [name, wanted] = one.split('='); return value(name) === wanted; };
    for (const e of all('[data-if]')) e.hidden = !e.dataset.if.split(' ').some(holds);
    for (const e of cells()) cell(e);
    for (const e of all('[data-most]')) {
      const laid = cells().filter(c => base(value(c.dataset.field)) === e.dataset.put).length;
      e.classList.toggle('used', laid >= Number(e.dataset.most));
    }
    for (const e of all('[data-sum]')) e.textContent = filled(e) ? sum(e) : '–';
    for (const group of all('[data-lead]')) {
      const shown = all('[data-sum]', group).filter(e => isVisible(e) && filled(e)), best = Math[group.dataset.lead](...shown.map(sum));
      for (const e of all('[data-sum]', group)) e.classList.toggle('leads', shown.length > 1 && shown.includes(e) && sum(e) === best);
    }
    for (const e of all('[data-name]')) {
      const name = `name-${e.dataset.name}`;
      e.textContent = value(name) || form.querySelector(`[name=${name}]`).placeholder;
    }
    for (const e of document.querySelectorAll('[data-undo]')) e.setAttribute('aria-disabled', String(!past.length));
  }
  function cell(e) {
    const text = value(e.dataset.field), of = text && piece(text), words = (e.dataset.words || '').split('|'), steps = (e.dataset.cycle || '').split(' ');
    if (e.dataset.value !== text || !e.dataset.drawn) {
      e.dataset.value = text;
      e.dataset.drawn = '1';
      const art = of && of.querySelector('svg');
      if (!e.dataset.cycle || art) {
        all('svg:not(.fixed)', e).forEach(old => old.remove());
        if (art) e.append(...all('svg', of).map(one => one.cloneNode(true)));
      }
      e.style.setProperty('--turn', text.split('@')[1] || 0);
    }
    const angle = of && of.dataset.turns ? ` ${Number(text.split('@')[1] || 0) * 90}°` : '';
    const said = of ? of.dataset.label + angle : words[steps.indexOf(text)] || form.dataset.empty;
    e.setAttribute('aria-label', `${e.dataset.label}: ${said}`);
    e.classList.toggle('current', e.dataset.field === current);
  }
  const matching = e => {
    const [head, tail] = e.dataset.sum.split('*');
    return Object.keys(sheet).filter(name => (tail === undefined ? name === head : name.startsWith(head) && name.endsWith(tail)));
  };
  const filled = e => matching(e).length > 0;
  const points = text => text.split('+').reduce((sum, one) => sum + (Number(one) || 0), 0);
  const sum = e => matching(e).reduce((sum, name) => sum + points(sheet[name]), 0);
  function rows() {
    for (const body of all('[data-rows]')) {
      const of = body.dataset.rows, numbers = Object.keys(sheet).map(name => Number((name.match(new RegExp(`^${of}(\\d+)-`)) || [])[1] || 0));
      const wanted = Math.min(Math.max(0, ...numbers) + 1, Number(body.dataset.mostRows)), template = body.querySelector('template');
      while (body.children.length - 1 > wanted) body.lastElementChild.remove();
      while (body.children.length - 1 < wanted) {
        const made = template.content.cloneNode(true), n = body.children.length;
        for (const e of all('*', made)) for (const at of [...e.attributes]) if (at.value.includes('#')) at.value = at.value.replace('#', n);
        for (const e of all('[data-n]', made)) e.textContent = n;
        body.append(made);
      }
    }
  }

  // ------------------------------------------------------------ what is tapped and typed
  const order = () => [...cells(), ...inputs().filter(e => e.matches('.cell'))].filter(e => isVisible(e) && e.getClientRects().length && !e.dataset.cycle);
  const nameOf = e => e.dataset.field || e.name;
  function go(to, focus) {
    current = to ? nameOf(to) : '';
    for (const e of cells()) e.classList.toggle('current', e.dataset.field === current);
    for (const e of inputs()) e.classList.toggle('current', e.matches('.cell') && e.name === current);
    if (to && focus) to.scrollIntoView({ block: 'nearest' });
  }
  function next() {  // the next one that is empty: a sheet is copied from left to right
    const open = order(), at = open.findIndex(e => nameOf(e) === current);
    go([...open.slice(at + 1), ...open.slice(0, at)].find(e => !value(nameOf(e))) || open[at], true);
  }
  function put(button) {
    const open = order();
    if (!open.some(e => nameOf(e) === current)) go(open.find(e => !value(nameOf(e))) || open[0]);
    if (!current) return;
    const text = button.dataset.put, most = Number(button.dataset.most || Infinity), changes = {};
    const same = cells().map(c => c.dataset.field).filter(name => name !== current && text && base(value(name)) === text);
    if (same.length >= most) changes[same[0]] = '';
    set({ ...changes, [current]: text + (button.dataset.turns ? '@0' : '') });
    if (!button.dataset.turns) next();
  }
  function add(card) {
    const open = order(), place = open.find(e => nameOf(e) === current) || open.find(e => !value(nameOf(e)));
    if (!place) return;
    go(place);
    let cards = value(current).split('+').filter(Boolean);
    if (cards.length > 3 || Number(cards[0]) > 9) cards = [];
    cards.push(card);
    set({ [current]: cards.join('+') });
    if (cards.length === 4) next();
  }
  function side(button, x) {
    const [left, right, part] = button.dataset.sides.split(' '), box = button.getBoundingClientRect();
    return x < box.x + box.width * Number(part) ? left : right;
  }
  form.addEventListener('click', event => {
    const at = event.target.closest('button');
    if (!at) return;
    const note = document.getElementById('note');
    if (note) { note.hidden = !at.dataset.note; note.textContent = at.dataset.note || ''; }
    const { field, put: piecePut, add: card, step, draw, cycle } = at.dataset;
    if (cycle && at.dataset.sides && event.detail) { const touched = side(at, event.clientX); set({ [field]: value(field) === touched ? '' : touched }); }
    else if (cycle) { const steps = cycle.split(' '), k = steps.indexOf(value(field)); set({ [field]: steps[(k + 1) % steps.length] }); }
    else if (field) {
      const of = piece(value(field)), turns = of && Number(of.dataset.turns || 0);
      if (current === field && turns) set({ [field]: `${base(value(field))}@${(Number(value(field).split('@')[1] || 0) + 1) % turns}` }); else go(at);
    }
    else if (piecePut !== undefined) put(at);
    else if (card !== undefined) add(card);
    else if (step) { const to = Number(value(step) || 0) + Number(at.dataset.by); if (to >= 0) set({ [step]: to ? String(to) : '' }); }
    else if (draw) lots(at, draw);
    else if (at.dataset.next !== undefined) next();
  });
  form.addEventListener('focusin', event => { if (event.target.matches('input.cell')) { go(event.target); event.target.value = value(current); } });
  form.addEventListener('focusout', event => { if (event.target.matches('input.cell')) setTimeout(show); });
  form.addEventListener('input', event => {
    const e = event.target;
    if (e.name) set({ [e.name]: e.type === 'checkbox' ? (e.checked ? e.value : '') : e.value });
  });
  form.addEventListener('submit', event => event.preventDefault());
  function lots(button, name) {
    const values = button.dataset.from.split(' ').slice(0, Math.max(Number(button.dataset.fewest), seats())), changes = {};
    for (let k = 0; k < seats(); k++) changes[`${name}-${k}`] = values.splice(purr.below(values.length), 1)[0];
    set(changes);
  }
  document.addEventListener('click', event => {
    if (!event.target.closest('[data-undo]') || !past.length) return;
    const was = sheet;
    sheet = JSON.parse(past.pop());
    const undone = order().find(e => (was[nameOf(e)] ?? '') !== (sheet[nameOf(e)] ?? ''));
    if (undone) go(undone);  // what comes next goes where something was taken away
    changed();
  });
  document.getElementById('clear').addEventListener('click', () => {
    const names = Object.entries(sheet).filter(([name]) => name === 'seats' || name.startsWith('name-'));
    past.push(JSON.stringify(sheet));
    sheet = Object.fromEntries(names);
    changed();
    go(null);
  });

  // ------------------------------------------------------------ the score
  async function ask() {
    const mine = ++asked, query = new URLSearchParams({ ...defaults, ...sheet });
    try {
      const answer = await fetch(`/count/${form.dataset.game}/result?${query}`);
      if (mine !== asked) return;
      if (!answer.ok) throw new Error(answer.status);
      const fresh = document.createElement('section');
      for (const { name, value: text } of result.attributes) fresh.setAttribute(name, text);
      fresh.append(purr.parse(await answer.text()));
      if (mine !== asked) return;
      purr.morph(result, fresh);
      line.hidden = true;
    } catch {
      if (mine !== asked) return;
      line.textContent = countHere() ? form.dataset.counted : form.dataset.offline;
      line.hidden = false;
    }
  }
  // Without a line: the game's own rules, which the server has translated (GAME-offline.js).
  function countHere() {
    const counted = window.countOffline?.({ ...defaults, ...sheet });
    result.replaceChildren();
    if (!counted) return false;
    const made = (kind, text, more = {}) => Object.assign(document.createElement(kind), { textContent: text, ...more });
    const row = (head, values, best = () => false) => {
      const tr = document.createElement('tr');
      tr.append(made('th', head, { scope: 'row' }));
      for (const [k, points] of values.entries()) { const td = made('td', ''); td.append(made(best(k) ? 'b' : 'span', points)); tr.append(td); }
      return tr;
    };
    const names = counted.scores.map((_, k) => value(`name-${k}`) || form.querySelector(`[name=name-${k}]`).placeholder);
    const head = document.createElement('tr'), table = made('table', '', { className: 'scores num' });
    const section = made('section', '', { className: 'end so-far' });
    head.append(document.createElement('td'), ...names.map(name => made('th', name, { scope: 'col' })));
    const parts = form.dataset.parts.split('|').filter(Boolean).map((part, k) => row(part, counted.parts[k]));
    table.append(head, ...parts, row(form.dataset.total, counted.scores, k => counted.winners[k]));
    section.append(table);
    result.append(section);
    return true;
  }
  addEventListener('online', ask);
  document.addEventListener('time-up', () => { for (const e of all('[data-when=time-up]')) if (isVisible(e)) set({ [e.name]: e.value }); });

  for (const e of inputs()) if (e.type === 'radio' || e.type === 'checkbox' ? e.checked : e.value) defaults[e.name] = e.value;
  try { sheet = JSON.parse(localStorage.getItem(KEY)) || {}; } catch { sheet = {}; }
  document.getElementById('who').open = innerHeight > 500 && !Object.keys(sheet).some(name => !/^(seats|name-)/.test(name));
  show();
  go(order().find(e => !value(nameOf(e))) || null);
  ask();
})();
