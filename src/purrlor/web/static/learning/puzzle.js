// Puzzles: which were solved, and how many days in a row, kept in this browser alone. A try is no step of its history.
'use strict';
(() => {
  document.addEventListener('submit', async event => {
    const form = event.target.closest('.puzzling');
    if (!form) return;
    event.preventDefault();
    const tried = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(form.getAttribute('action'), { method: 'POST', body: tried }).catch(() => null);
    location.replace(answer && answer.ok ? answer.url : location.href);
  });
  document.addEventListener('click', event => {
    const link = event.target.closest('#other-board');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    location.replace(link.href);
  });
  const hand = document.getElementById('hand')?.dataset, line = document.getElementById('streak');
  const solvedOf = game => new Set(JSON.parse(localStorage.getItem(`solved ${game}`) || '[]'));
  try {
    const tick = () => {
      for (const link of document.querySelectorAll('a[data-puzzle]:not(.solved)'))
        if (solvedOf(link.dataset.puzzle).has(Number(link.dataset.number))) { link.classList.add('solved'); link.setAttribute('aria-label', `${link.textContent.trim()}: ${link.dataset.solved}`); }
    };
    tick();
    addEventListener('pageshow', tick);  // also when one comes back to the list
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
