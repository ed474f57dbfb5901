// What cats say: a reaction stands at its player's place for a while, is spoken, and is kept in the menu of words, which counts what was not seen.
'use strict';
(() => {
  const words = document.getElementById('cat-says'), heard = document.getElementById('heard'), menu = document.getElementById('cat-words');
  const LASTS = 12000, LISTED = 8, bubbles = new Map();
  const muted = () => { try { return localStorage.getItem('hear') === 'off'; } catch { return false; } };
  function say([seat, kind]) {
    if (muted()) return;
    const player = document.getElementById(`player-${seat}`), found = words.content.querySelector(`[data-kind="${CSS.escape(kind)}"]`);
    if (!player || !found) return;
    if (bubbles.has(seat)) bubbles.get(seat).remove();
    const bubble = found.cloneNode(true), face = player.querySelector('.face').getBoundingClientRect();
    bubble.setAttribute('aria-hidden', 'true');
    document.body.append(bubble);
    const [left, top] = place({ width: bubble.offsetWidth, height: bubble.offsetHeight }, player, face);  // as large as it grows
    Object.assign(bubble.style, { left: `${left}px`, top: `${top}px` });
    bubbles.set(seat, bubble);
    heard.textContent = `${player.querySelector('.name b').textContent}: ${found.textContent.trim()}`;
    remember(heard.textContent);
    if (!player.matches('.you')) count(unseen + 1);
    setTimeout(() => { bubble.remove(); if (bubbles.get(seat) === bubble) bubbles.delete(seat); }, LASTS);
  }
  // Below the chip its cards stay in sight; where others sit there, within its own row. Nobody's name is covered.
  function place({ width, height }, player, face) {
    const keep = (at, most) => Math.max(12, Math.min(at, most - 12)), chip = player.getBoundingClientRect();
    const beside = [chip.right - 6, face.top - 8], below = [face.left, chip.bottom - 4];
    const ways = [...(purr.shape() === 'wide' ? [beside, below] : [below]), [chip.right - width - 60, chip.bottom - height - 4]];
    const names = Array.from(document.querySelectorAll('.player .name b'), e => e.getBoundingClientRect());
    const covered = ([x, y]) => names.filter(r => x < r.right && x + width > r.left && y < r.bottom && y + height > r.top).length;
    return ways.map(([x, y]) => [keep(x, innerWidth - width), keep(y, innerHeight - height)]).sort((a, b) => covered(a) - covered(b))[0];
  }
  // The badge at the menu: what others have said since it was last open, here or before this page came. An open menu is seen.
  let unseen = 0;
  function count(now) {
    if (!menu) return;
    unseen = menu.open ? 0 : now;
    if (unseen) menu.firstElementChild.dataset.n = unseen; else delete menu.firstElementChild.dataset.n;
    const times = Array.from(menu.querySelectorAll('[data-said-at]'), line => Number(line.dataset.saidAt));
    if (menu.open) try { localStorage.setItem('heard', Math.max(Date.now() / 1000, ...times)); } catch { /* not kept */ }
  }
  function unheard() {
    const since = Number(localStorage.getItem('heard'));
    return muted() ? 0 : [...menu.querySelectorAll('[data-said-at]')].filter(line => Number(line.dataset.saidAt) > since).length;
  }
  if (menu) try { count(unheard()); } catch { /* nothing is kept here */ }
  function remember(line) {
    const list = document.getElementById('said');
    if (!list) return;
    list.append(Object.assign(document.createElement('li'), { textContent: line }));
    while (list.children.length > LISTED) list.firstElementChild.remove();
    list.hidden = false;
  }
  document.body.addEventListener('show-reaction', event => event.detail.forEach(say));
  // The menu's pictures are fetched when it is opened, as this file is.
  const show = () => {
    for (const word of menu.querySelectorAll('.word:has(noscript)')) {
      word.firstChild.replaceWith(words.content.querySelector(`[data-kind="${word.value}"] svg`).cloneNode(true));
    }
  };
  if (menu && menu.open) show();
  if (menu) menu.addEventListener('toggle', () => { show(); if (menu.open) count(0); });
  if (menu) menu.addEventListener('click', event => {
    if (event.target.closest('.word')) setTimeout(() => { menu.open = false; menu.firstElementChild.focus(); }, 0);
  });
})();
