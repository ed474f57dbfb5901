// Measures the layout of the page it is loaded into. `web/gallery/audit.py` injects it; no page of the site loads it.
//
// What is meant to be so is said in the stylesheet, next to the rule that makes it so, by a custom property:
//   --may-cut: REASON;      words in here may be clipped (a list that scrolls under a fade)
//   --may-cover: REASON;    this box may lie over others (a sheet, a badge on an edge)
//   --may-scroll: REASON;   this box may scroll sideways
//   --most-lines: N;        words of this very element take at most so many lines at 100 %
//   --may-be-small: REASON; letters in here may be small on a large screen (a miniature)
//   --figure: high|wide|both;   what a board is all about: how high or wide it has to be is measured by it
// Words for screen readers alone (clip-path: inset(50%)) are not looked at.
'use strict';
window.layoutAudit = (() => {
  const CONTROLS = 'button, summary, select, a[href], input, label.button';
  const LETTERS = { top: .2, bottom: .18 };  // of a line's height: above and below that there are no letters to speak of
  const NEAR = 1, LAP = 2, GAP = 1;          // pixels: what no eye sees; what may lie on a word; what is between two texts
  const MOST_FRAMES = 12, REST = 400;        // milliseconds
  const LONGEST = 3;                         // so many of the questions, and of what pieces say, are tried
  const dressed = new CSSStyleSheet();
  let found, trials = 0, worn = '';

  // What is asked about an element again and again is worked out once, and forgotten when the page has changed.
  const memories = [];
  const forget = () => { for (const memory of memories) memory.clear(); };
  const once = ask => {
    const known = new Map();
    memories.push(known);
    return e => { if (!known.has(e)) known.set(e, ask(e)); return known.get(e); };
  };
  const style = once(e => getComputedStyle(e));
  const placeOf = e => { const { x, y, width, height } = e.getBoundingClientRect(); return [x, y, width, height].map(Math.round); };
  const mark = (e, name) => style(e).getPropertyValue(name).trim();
  // Elements that a rule gives this mark to, whether or not its conditions hold now: asking every element costs a quarter of a measurement.
  const rulesWith = (name, rules, outer) => [...rules].flatMap(rule => {
    let own = rule.selectorText;
    if (own && outer) own = own.includes('&') ? own.replaceAll('&', `:is(${outer})`) : `:is(${outer}) ${own}`;
    return [...(rule.style?.getPropertyValue(name) ? [own || outer] : []), ...(rule.cssRules ? rulesWith(name, rule.cssRules, own || outer) : [])];
  });
  const marked = once(name => {
    const selectors = [...document.styleSheets, ...document.adoptedStyleSheets].flatMap(sheet => rulesWith(name, sheet.cssRules, ''));
    return selectors.length ? [...document.querySelectorAll(selectors.join())].filter(e => mark(e, name)) : [];
  });
  const tight = r => ({ left: r.left, right: r.right, top: r.top + r.height * LETTERS.top, bottom: r.bottom - r.height * LETTERS.bottom });
  const over = (a, b) => ({ x: Math.min(a.right, b.right) - Math.max(a.left, b.left), y: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) });
  const up = function* (e) { for (; e && e !== document.documentElement; e = e.parentElement) yield e; };
  const named = e => {
    const kind = e.getAttribute('class'), own = e.localName + (kind ? '.' + kind.trim().split(/\s+/).slice(0, 2).join('.') : '');
    return own;
  };
  const blockOf = once(e => [...up(e)].find(a => !/^(inline|contents)$/.test(style(a).display)) || e);
  const where = e => [...up(e)].slice(0, 3).reverse().map(named).join(' > ');

  function report(kind, e, text, box, more) {
    found.push({ kind, where: where(e), text: text.replace(/\s+/g, ' ').trim().slice(0, 90), more: more || '',
      box: [box.left + scrollX, box.top + scrollY, box.right - box.left, box.bottom - box.top].map(Math.round) });
  }

  const isForReaders = once(e => Boolean(e) && e !== document.documentElement
    && (style(e).clipPath === 'inset(50%)' || style(e).fontSize === '0px' || isForReaders(e.parentElement)));
  const isUnseen = once(e => !e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isForReaders(e));

  function texts(top) {
    const all = [], walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT), range = document.createRange();
    while (walker.nextNode()) {
      const node = walker.currentNode, e = node.parentElement;
      if (!node.data.trim() || e.closest('script, style, noscript, template, option, title, desc') || isUnseen(e)) continue;
      range.selectNodeContents(node);
      const lines = (e instanceof SVGElement ? [e.getBoundingClientRect()] : [...range.getClientRects()]).filter(r => r.width > .5 && r.height > .5);
      if (lines.length) all.push({ e, text: node.data, lines: lines.map(tight) });
    }
    return all;
  }

  const isTurned = once(a => { const s = style(a); return s.rotate !== 'none' || s.transform !== 'none' || s.scale !== 'none'; });
  const liesTurned = once(a => [...up(a)].some(isTurned));
  // Inside its border. What lies turned is measured by the upright box around it, like the words in it: its border has no width there.
  const padding = once(a => {
    const box = a.getBoundingClientRect(), left = box.left + a.clientLeft, top = box.top + a.clientTop;
    return liesTurned(a) ? box : { left, top, right: left + a.clientWidth, bottom: top + a.clientHeight };
  });

  // Boxes that clip what does not fit into them, from the inside out: an absolute box leaves those it does not stand in.
  const facts = once(a => {
    const { position, transform, containerType, overflowX, overflowY } = style(a);
    const isContainer = containerType !== 'normal' && containerType !== '';
    return {
      position, holds: position !== 'static' || transform !== 'none' || isContainer, clips: overflowX !== 'visible' || overflowY !== 'visible',
    };
  });
  const clippers = once(e => {
    const all = [];
    let place = 'static';
    for (const a of up(e)) {
      const { position, holds, clips } = facts(a);
      if (a === document.body) break;
      const skipped = place === 'fixed' || (place === 'absolute' && !holds);
      if (!skipped && a !== e.ownerSVGElement && clips) all.push([a, style(a)]);
      if (position === 'fixed') place = 'fixed';
      else if (!skipped) place = position === 'absolute' ? 'absolute' : 'static';
    }
    return all;
  });
  const scrollsX = e => clippers(e).some(([a]) => /auto|scroll/.test(style(a).overflowX));
  const scrollsY = e => clippers(e).some(([a]) => /auto|scroll/.test(style(a).overflowY));

  function cut({ e, text, lines }) {
    for (const [a, s] of clippers(e)) {
      if (isTurned(a)) continue;
      const box = padding(a), give = parseFloat(s.overflowClipMargin) || 0;
      for (const line of lines) {
        const x = Math.max(box.left - line.left, line.right - box.right) - give, y = Math.max(box.top - line.top, line.bottom - box.bottom) - give;
        if (x > NEAR && /hidden|clip/.test(s.overflowX) && !mark(a, '--may-cut')) {
          return report('cut', e, text, line, `${Math.round(x)} px wider than ${named(a)}`);
        }
        if (x > NEAR && /auto|scroll/.test(s.overflowX) && !mark(a, '--may-scroll')) return report('sideways', e, text, line, `${named(a)} scrolls sideways`);
        if (y > NEAR && /hidden|clip/.test(s.overflowY) && !mark(a, '--may-cut')) return report('cut', e, text, line, `${Math.round(y)} px below ${named(a)}`);
      }
    }
  }

  // What is left of a box by those that clip it or let it scroll: the rest is not to be seen now, and covers nothing.
  function leftOf(box, e) {
    const part = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    for (const [a] of clippers(e)) {
      if (isTurned(a)) continue;
      const edge = padding(a);
      for (const side of ['left', 'top']) part[side] = Math.max(part[side], edge[side]);
      for (const side of ['right', 'bottom']) part[side] = Math.min(part[side], edge[side]);
    }
    return part;
  }
  const inSight = ({ e, lines }) => lines.map(line => leftOf(line, e)).filter(part => part.right - part.left > NEAR && part.bottom - part.top > NEAR);

  const isFramed = once(a => {
    const s = style(a), has = side => parseFloat(s[`border${side}Width`]) > 0 && s[`border${side}Style`] !== 'none';
    const line = side => has(side) && !/, 0\)$|transparent/.test(s[`border${side}Color`]);
    return a.matches(CONTROLS) || (line('Top') && line('Left')) || !/, 0\)$|transparent/.test(s.backgroundColor);
  });
  const framedBy = once(e => [...up(e)].find(isFramed));

  const polygon = once(a => {
    const given = /^polygon\((.*)\)$/.exec(style(a).clipPath), box = a.getBoundingClientRect();
    return given && given[1].split(',').map(pair => pair.trim().split(/\s+/)).filter(pair => pair.length === 2)
      .map(([x, y]) => [box.left + box.width * parseFloat(x) / 100, box.top + box.height * parseFloat(y) / 100]);
  });
  const isInside = ([x, y], points) => points.reduce((within, [ax, ay], k) => {
    const [bx, by] = points[(k + 1) % points.length];
    return (ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax ? !within : within;
  }, false);

  function outOfItsBox({ e, text, lines }) {
    const block = blockOf(e), checks = [];
    if (!(e instanceof SVGElement) && !isTurned(block)) checks.push([block, block.getBoundingClientRect(), false]);
    const framed = framedBy(e), control = e.closest(CONTROLS);
    for (const a of new Set([framed, control])) {
      if (!a || a === document.body || isTurned(a) || /^(inline|contents)$/.test(style(a).display)) continue;
      checks.push([a, padding(a), true]);
    }
    const within = checks.length ? clippers(e).map(([c]) => c) : [];
    for (const [a, box, both] of checks) for (const line of lines) {
      const x = Math.max(box.left - line.left, line.right - box.right), y = Math.max(box.top - line.top, line.bottom - box.bottom);
      if (/auto|scroll|hidden|clip/.test(style(a).overflowX + style(a).overflowY) && a !== control) continue;  // a matter of being cut
      if (within.some(c => c !== a && a.contains(c))) continue;  // so is what a box inside this one clips or lets scroll
      if (x > NEAR) return report(a === control ? 'button' : 'box', e, text, line, `${Math.round(x)} px wider than ${named(a)}`);
      if (both && y > NEAR) return report(a === control ? 'button' : 'box', e, text, line, `${Math.round(y)} px above or below ${named(a)}`);
    }
    for (const a of up(e)) {
      const shape = polygon(a);
      if (!shape) continue;
      for (const line of lines) for (const corner of [[line.left, line.top], [line.right, line.top], [line.left, line.bottom], [line.right, line.bottom]])
        if (!isInside(corner, shape)) return report('box', e, text, line, `wider than the shape of ${named(a)}`);
    }
    if (e instanceof SVGElement && e.ownerSVGElement && style(e.ownerSVGElement).overflow !== 'visible') {
      const box = e.ownerSVGElement.getBoundingClientRect(), [line] = lines;
      if (line.left < box.left - NEAR || line.right > box.right + NEAR) report('cut', e, text, line, 'wider than its drawing');
    }
  }

  function outOfThePage({ e, text, lines }) {
    if (scrollsX(e)) return;
    const wide = document.documentElement.clientWidth;
    const line = lines.find(each => each.right > wide + NEAR || each.left < -NEAR);
    if (line) return report('page', e, text, line, 'beyond the edge of the page');
    const fixed = [...up(e)].find(a => style(a).position === 'fixed');
    if (!fixed || scrollsY(e)) return;
    const low = lines.find(each => each.bottom > innerHeight + NEAR || each.top < -NEAR);
    if (low) report('page', e, text, low, 'above or below the window, and cannot be scrolled to');
  }

  // The outermost box that may cover others, and the box that scrolls by itself.
  const layer = once(e => [...up(e)].filter(covers).at(-1) || null);
  const covers = once(a => mark(a, '--may-cover'));
  const stays = once(e => [...up(e)].find(a => facts(a).position === 'sticky') || null);

  const hull = lines => ({
    left: Math.min(...lines.map(r => r.left)), right: Math.max(...lines.map(r => r.right)),
    top: Math.min(...lines.map(r => r.top)), bottom: Math.max(...lines.map(r => r.bottom)),
  });
  const isNear = (a, b) => { const { x, y } = over(a, b); return x > -GAP && y > 0; };

  function overlaps(all) {
    const described = each => ({ ...each, lines: inSight(each), layer: layer(each.e), stays: stays(each.e), block: blockOf(each.e) });
    const visible = all.map(described).filter(each => each.lines.length);
    for (const each of visible) each.hull = hull(each.lines);
    const apart = (a, b) => a.layer !== b.layer || a.stays !== b.stays;
    for (let i = 0; i < visible.length; i += 1) for (let j = i + 1; j < visible.length; j += 1) {
      const a = visible[i], b = visible[j];
      if (!isNear(a.hull, b.hull)) continue;
      const least = a.block === b.block ? LAP : -GAP;
      if (apart(a, b) || (a.e.contains(b.e) && a.e === b.e.parentElement && style(b.e).display === 'inline')) continue;
      for (const one of a.lines) for (const two of b.lines) {
        const { x, y } = over(one, two);
        if (x > least && y > LAP) { report('overlap', a.e, a.text, one, `on «${b.text.trim().slice(0, 40)}» of ${named(b.e)}`); break; }
      }
    }
    for (const { e, text, lines } of visible) for (let k = 1; k < lines.length; k += 1) {
      const { x, y } = over(lines[k - 1], lines[k]);
      if (x > LAP && y > LAP) { report('overlap', e, text, lines[k], 'its lines lie on each other'); break; }
    }
    const isBox = c => !isUnseen(c) && c.getClientRects().length && style(c).display !== 'inline' && style(c).opacity !== '0' && !polygon(c);
    const controls = [...document.querySelectorAll(CONTROLS)].filter(isBox)
      .map(e => ({ e, layer: layer(e), stays: stays(e), box: leftOf(e.getBoundingClientRect(), e) }))
      .filter(({ box }) => box.right - box.left > NEAR && box.bottom - box.top > NEAR);
    for (const c of controls) for (const a of visible) {
      if (!isNear(a.hull, c.box) || apart(a, c) || c.e.contains(a.e) || a.e.contains(c.e)) continue;
      if (c.e.labels && [...c.e.labels].some(l => l.contains(a.e))) continue;
      for (const line of a.lines) {
        const { x, y } = over(line, c.box);
        if (x > LAP && y > LAP) { report('overlap', a.e, a.text, line, `on the control ${named(c.e)}`); break; }
      }
    }
    for (let i = 0; i < controls.length; i += 1) for (let j = i + 1; j < controls.length; j += 1) {
      const a = controls[i], b = controls[j];
      if (!isNear(a.box, b.box) || apart(a, b) || a.e.contains(b.e) || b.e.contains(a.e)) continue;
      const { x, y } = over(a.box, b.box);
      if (x > 2 * LAP && y > 2 * LAP) report('overlap', a.e, a.e.textContent || a.e.ariaLabel || '', a.box, `the control ${named(a.e)} on ${named(b.e)}`);
    }
  }

  function lists() {
    const pen = document.createElement('canvas').getContext('2d');
    for (const e of document.querySelectorAll('select')) {
      if (isUnseen(e) || !e.getClientRects().length || !e.selectedOptions.length) continue;
      const s = style(e), text = e.selectedOptions[0].text;
      pen.font = `${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
      const room = e.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight), wide = pen.measureText(text).width;
      if (wide > room + NEAR) report('cut', e, text, e.getBoundingClientRect(), `${Math.round(wide - room)} px wider than its list`);
    }
  }

  function manyLines(percent) {
    if (percent !== 100) return;
    for (const e of marked('--most-lines')) {
      const most = Number(mark(e, '--most-lines'));
      if (!most || isUnseen(e)) continue;
      const tops = [];
      for (const { lines } of texts(e)) for (const line of lines) {
        if (!tops.some(top => Math.abs(top - line.top) < (line.bottom - line.top))) tops.push(line.top);
      }
      if (tops.length > most) report('lines', e, e.textContent, e.getBoundingClientRect(), `${tops.length} lines, at most ${most}`);
    }
  }

  // What a player has to see at once, and reach with a thumb; asked at 100 %, of a table that somebody plays at.
  const HIGH = .6, WIDE = .85, TARGET = 44, LEAST_TARGET = 36, LEAST_TEXT = 14, PART_TEXT = .012;
  function playing(percent) {
    const hand = document.getElementById('hand'), board = document.querySelector('.board:not(.over, .covered)');
    if (percent !== 100 || !hand || !board || document.querySelector('.looking')) return;
    const isTall = purr.shape() === 'tall', isTiny = isTall && (innerWidth < 360 || innerHeight < 660);
    const figures = marked('--figure').filter(e => board.contains(e) && e.getClientRects().length && !e.closest('.finale'));
    for (const e of figures) {
      const box = e.getBoundingClientRect(), kind = mark(e, '--figure');
      if (isTall && !isTiny && kind !== 'high' && box.width < WIDE * innerWidth) {
        report('figure', e, '', box, `${Math.round(100 * box.width / innerWidth)} % of the width`);
      }
      if (!isTall && kind !== 'wide' && box.height < HIGH * innerHeight) {
        report('figure', e, '', box, `${Math.round(100 * box.height / innerHeight)} % of the height`);
      }
    }
    const choices = [...document.querySelectorAll('#board [name=action], #hand [name=action]')].filter(e => e.getClientRects().length && !isUnseen(e));
    const least = innerWidth < 360 ? LEAST_TARGET : TARGET;
    for (const e of choices) {
      const box = e.getBoundingClientRect();
      if (Math.min(box.width, box.height) < least - .5) {
        report('target', e, e.ariaLabel || e.textContent, box, `${Math.round(box.width)} × ${Math.round(box.height)} px`);
      }
    }
    if (isTiny) return;
    const floor = isTall && style(hand).position === 'sticky' ? hand.getBoundingClientRect().top : innerHeight;
    for (const e of [...figures, document.getElementById('status'), ...choices]) {
      const box = e.getBoundingClientRect(), most = hand.contains(e) ? innerHeight : floor;
      if (box.bottom > most + 2 || box.top < -2) {
        report('sight', e, e.ariaLabel || '', box, `${Math.round(Math.max(box.bottom - most, -box.top))} px out of sight`);
      }
    }
  }

  // Letters on a large screen are read from farther away.
  function small(all, percent) {
    if (percent !== 100 || innerHeight < 1080 || innerWidth < innerHeight) return;
    const least = Math.max(LEAST_TEXT, PART_TEXT * innerHeight);
    for (const { e, text, lines } of all) {
      const scale = e.getScreenCTM ? Math.abs(e.getScreenCTM().a) : 1, size = parseFloat(style(e).fontSize) * scale;
      if (size < least - .1 && !mark(e, '--may-be-small')) report('small', e, text, lines[0], `${size.toFixed(1)} px, at least ${least.toFixed(1)}`);
    }
  }

  function sideways() {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return;
    const isTooWide = e => e.getBoundingClientRect().right > root.clientWidth + .5 && !clippers(e).length;
    const widest = [...document.querySelectorAll('body *')].filter(isTooWide).at(-1) || document.body;
    report('sideways', widest, widest.textContent, widest.getBoundingClientRect(), `the page is ${root.scrollWidth - root.clientWidth} px too wide`);
  }

  // Once for every size of the window: scripts have heard of it, a story that is open beside a wide table is folded on a phone.
  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  async function settle() {
    await frame();
    const story = document.getElementById('story');
    if (story && !story.closest('.reading')) story.open = purr.shape() === 'wide';
  }

  // What sticks to an edge, or is as large as a container lets it be, follows a picture or two later.
  async function still() {
    const parts = 'body > *, .table > *, .board > *, .board > * > *, .hand > *';
    const places = () => [...document.querySelectorAll(parts)].map(placeOf).join();
    for (let k = 0, before = '', same = 0; same < 2 && k < MOST_FRAMES; k += 1) {
      await frame();
      const now = places();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  }

  async function rest() {
    await new Promise(done => setTimeout(done, REST));
    await still();
  }

  // Font and text size of all that follows. `isBare`: without drawings, whose styles cost more than all the rest, and without painting; no box depends on them.
  CSS.registerProperty({ name: '--dressed', syntax: '*', inherits: false });
  const UNPAINTED = 'html { clip-path: inset(100%) !important; } use { display: none !important; } ';
  const AT_REST = '*, ::before, ::after { animation-duration: 0s !important; animation-delay: 0s !important; transition: none !important; } ';
  async function dress(font, percent, isBare = false) {
    const { style: root } = document.documentElement, { body } = document, size = `${percent} ${innerWidth} ${innerHeight}`;
    if (!document.adoptedStyleSheets.includes(dressed)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, dressed];
    // Chromium may keep lengths in rem of the root's font size before, and those in cqw and cqh of the container before. What was
    // not there is laid out from nothing; a rule that is new for every element keeps old styles from being taken again.
    body.style.setProperty('display', 'none', 'important');
    root.setProperty('--font', font);
    root.setProperty('font-size', `calc(${percent}% + 16 * (var(--u) - 1px))`);
    if (size !== worn) await frame();  // rem is new from the next frame on
    dressed.replaceSync(`${isBare ? UNPAINTED : ''}${AT_REST}:not(svg *) { --dressed: ${trials += 1}; }`);
    body.style.removeProperty('display');
    worn = size;
    scrollTo(0, 0);
  }

  // Where everything stands and what has a frame: a page at dusk has the same boxes as in daylight.
  // A notice that the line was lost comes and goes by itself, over the page, and is no part of it.
  function boxes() {
    forget();
    return [...document.querySelectorAll('body :not(svg *, .notices, .notices *)')].filter(e => e.checkVisibility({ contentVisibilityAuto: true }))
      .map(e => [where(e), isFramed(e), ...placeOf(e)].join(' '));
  }

  function measure(percent = 100, top = document.body) {
    forget();
    found = [];
    const all = texts(top);
    for (const each of all) { cut(each); outOfItsBox(each); outOfThePage(each); }
    overlaps(all);
    lists();
    manyLines(percent);
    small(all, percent);
    playing(percent);
    sideways();
    return found;
  }

  // Of all questions with their hints: the longest in this font, and the shortest.
  function longest(sayings, says) {
    const pen = document.createElement('canvas').getContext('2d'), { fontSize, fontFamily } = getComputedStyle(says);
    const wide = text => { pen.font = `700 ${fontSize} ${fontFamily}`; return pen.measureText(text).width; };
    const by = length => sayings.map(pair => [length(pair), pair]).sort(([a], [b]) => a - b).map(([, pair]) => pair);
    const both = by(([asked, hint]) => wide(asked) + wide(hint));
    return new Set([both[0], ...both.slice(-LONGEST), ...by(([asked]) => wide(asked)).slice(-2), ...by(([, hint]) => wide(hint)).slice(-2)]);
  }

  // The longest questions with their hints, in the bubble of this page: is a word cut, does the bubble stay where it is?
  function say(sayings) {
    forget();
    found = [];
    const says = document.getElementById('status'), old = [...says.childNodes], room = new Set();
    let first = null;
    for (const [asked, hint] of longest(sayings, says)) {
      const line = ([name, text]) => Object.assign(document.createElement(name), { textContent: text });
      const lines = [['b', asked], ['small', hint]].filter(([, text]) => text).map(line);
      says.replaceChildren(...old.filter(each => each.className === 'room'), ...lines);
      forget();
      texts(says).forEach(each => { if (!each.e.closest('.room')) { cut(each); outOfItsBox(each); outOfThePage(each); } });
      const { top, height } = says.getBoundingClientRect(), place = `${Math.round(top)} ${Math.round(height)}`;
      first ??= place;
      if (place !== first && !room.has(place)) {
        report('bubble', says, `${asked} ${hint}`, says.getBoundingClientRect(), `top and height ${place}, not ${first}`);
      }
      room.add(place);
    }
    says.replaceChildren(...old);
    return found;
  }

  // What pieces say when they are tapped: the longest of these sentences.
  function explain() {
    const all = [], pieces = new Map([...document.querySelectorAll('[data-why]')].filter(e => e.getClientRects().length).map(e => [e.dataset.why, e]));
    for (const why of [...pieces.keys()].sort((a, b) => b.length - a.length).slice(0, LONGEST)) {
      pieces.get(why).click();
      forget();
      found = [];
      const notes = texts(document.querySelector('.notices'));
      for (const each of notes) { cut(each); outOfItsBox(each); outOfThePage(each); }
      const rest = texts(document.querySelector('.bar')).concat(texts(document.getElementById('players')));
      for (const a of notes) for (const b of rest) for (const one of a.lines) for (const two of b.lines) {
        const { x, y } = over(one, two);
        if (x > LAP && y > LAP && layer(a.e) === layer(b.e)) report('overlap', a.e, a.text, one, `on «${b.text.trim().slice(0, 40)}» of ${named(b.e)}`);
      }
      all.push(...found);
    }
    document.body.click();
    return all;
  }

  // How wide and high letters are, light and bold: two families with the same of all these are one font.
  function widths(family) {
    const pen = document.createElement('canvas').getContext('2d');
    return ['400', '700'].map(weight => {
      pen.font = `${weight} 40px ${family}`;
      const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = pen.measureText('mmmmwwwiiiЖЩ0123');
      return [width, fontBoundingBoxAscent, fontBoundingBoxDescent].join(' ');
    }).join();
  }
  const has = font => ['monospace', 'serif'].some(plain => widths(`${font}, ${plain}`) !== widths(plain));

  return { settle, dress, rest, measure, say, explain, boxes, widths, has };
})();
