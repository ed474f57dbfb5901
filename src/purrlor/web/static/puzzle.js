// The puzzle of the day: how many days in a row were solved, kept in this browser alone.
'use strict';
(() => {
  const hand = document.getElementById('hand').dataset, line = document.getElementById('streak');
  if (!hand.day || !hand.over) return;
  try {
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
