// What cats say: a reaction stands beside its player's face for a few seconds, and is spoken.
'use strict';
(() => {
  const words = document.getElementById('cat-says'), heard = document.getElementById('heard'), menu = document.getElementById('cat-words');
  const LASTS = 4000, bubbles = new Map();
  const muted = () => { try { return localStorage.getItem('hear') === 'off'; } catch { return false; } };
  function say([seat, kind]) {
    if (muted()) return;
    const player = document.getElementById(`player-${seat}`), found = words.content.querySelector(`[data-kind="${CSS.escape(kind)}"]`);
    if (!player || !found) return;
    if (bubbles.has(seat)) bubbles.get(seat).remove();
    const bubble = found.cloneNode(true), face = player.querySelector('.face').getBoundingClientRect();
    bubble.setAttribute('aria-hidden', 'true');
    document.body.append(bubble);
    const own = bubble.getBoundingClientRect(), keep = (at, most) => Math.max(12, Math.min(at, most - 12));
    const beside = purr.shape() === 'wide', { right, bottom } = player.getBoundingClientRect();  // below the chip: its cards stay in sight
    bubble.style.left = `${keep(beside ? right - 26 : face.left, innerWidth - own.width)}px`;
    bubble.style.top = `${keep(beside ? face.top - 8 : bottom - 4, innerHeight - own.height)}px`;
    bubbles.set(seat, bubble);
    heard.textContent = `${player.querySelector('.name b').textContent}: ${found.textContent}`;
    setTimeout(() => { bubble.remove(); if (bubbles.get(seat) === bubble) bubbles.delete(seat); }, LASTS);
  }
  document.body.addEventListener('show-reaction', event => event.detail.forEach(say));
  // The menu's pictures are fetched when it is opened, as this file is.
  const show = () => {
    for (const word of menu.querySelectorAll('.word:has(noscript)')) word.firstChild.replaceWith(words.content.querySelector(`[data-kind="${word.value}"] svg`).cloneNode(true));
  };
  if (menu && menu.open) show();
  if (menu) menu.addEventListener('toggle', show);
  if (menu) menu.addEventListener('click', event => {
    if (event.target.closest('.word')) setTimeout(() => { menu.open = false; menu.firstElementChild.focus(); }, 0);
  });
})();
