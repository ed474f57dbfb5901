// Puzzles: which were solved, and how many days in a row, kept in this browser alone.
'use strict';
(() => {
  const hand = document.getElementById('hand')?.dataset, line = document.getElementById('streak');
  const solvedOf = game => new Set(JSON.parse(localStorage.getItem(`solved ${game}`) || '[]'));
  try {
    for (const list of document.querySelectorAll('.archive')) {
      const solved = solvedOf(list.dataset.game);
      for (const link of list.querySelectorAll('a')) if (solved.has(Number(link.dataset.number))) { link.classList.add('solved'); link.setAttribute('aria-label', `${link.dataset.number}: ${link.dataset.solved}`); }
    }
    if (!hand?.over) return;
    if (hand.over === 'solved') localStorage.setItem(`solved ${hand.game}`, JSON.stringify([...solvedOf(hand.game).add(Number(hand.number))]));
    if (!hand.day) return;
    const key = `streak ${hand.game}`, day = Number(hand.day), kept = JSON.parse(localStorage.getItem(key) || '{}');
    let { last = -1, days = 0 } = kept;
    if (last !== day) {  // the first answer of a day counts
      days = hand.over === 'solved' ? (last === day - 1 ? days + 1 : 1) : 0;
      localStorage.setItem(key, JSON.stringify({ last: day, days }));
    }
    if (days) line.textContent = days > 1 ? line.dataset.many.replace('{n}', days) : line.dataset.one;
    line.hidden = !days;
  } catch { /* this browser keeps nothing */ }
})();
