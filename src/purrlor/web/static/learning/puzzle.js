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
  const all = document.getElementById('all-solved'), next = document.getElementById('next-puzzle');
  const solvedOf = game => new Set(JSON.parse(localStorage.getItem(`solved ${game}`) || '[]'));
  const isSolved = (game, number) => solvedOf(game).has(Number(number));
  const goOn = (game, number, said) => { next.href = `/puzzle/${game}/${number}`; next.textContent = said; };
  // The next one that is not solved: today's of another game, else of this game the next in the archive.
  const findNext = () => {
    const { today, of, count, said } = next.dataset, others = JSON.parse(today);
    const open = others.find(([game, number]) => !isSolved(game, number));
    if (open) return goOn(...open);
    all.hidden = !others.length || !isSolved(of, hand.number);
    const after = [...Array(Number(count)).keys()].map(k => (Number(hand.number) + k) % count + 1);
    const number = after.find(each => !isSolved(of, each));
    if (number) goOn(of, number, said.replace('{n}', number));
  };
  try {
    const tick = () => {
      for (const link of document.querySelectorAll('a[data-puzzle]:not(.solved)'))
        if (isSolved(link.dataset.puzzle, link.dataset.number)) {
          link.classList.add('solved');
          link.setAttribute('aria-label', `${link.getAttribute('aria-label') || link.textContent.trim()}: ${link.dataset.solved}`);
        }
      const today = [...document.querySelectorAll('a[data-today][data-puzzle]')];
      if (today.length && today.every(link => link.classList.contains('solved'))) all.hidden = false;
    };
    tick();
    addEventListener('pageshow', tick);  // also when one comes back to the list
    if (!hand?.over) return;
    if (hand.over === 'solved') localStorage.setItem(`solved ${hand.game}`, JSON.stringify([...solvedOf(hand.game).add(Number(hand.number))]));
    findNext();
    if (!hand.day) return;
    const key = `streak ${hand.game}`, day = Number(hand.day), stored = JSON.parse(localStorage.getItem(key) || '{}');
    let { last = -1, days = 0 } = stored;
    if (last !== day) {  // the first answer of a day counts
      days = hand.over === 'solved' ? (last === day - 1 ? days + 1 : 1) : 0;
      localStorage.setItem(key, JSON.stringify({ last: day, days }));
    }
    if (days) line.textContent = days > 1 ? line.dataset.many.replace('{n}', days) : line.dataset.one;
    line.hidden = !days;
  } catch { /* this browser keeps nothing */ }
})();
