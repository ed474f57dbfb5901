// A lesson: what the learner does glides into place. Without this file every step is an ordinary page.
'use strict';
(() => {
  const table = document.getElementById('table');
  function mark() {                                     // what is meant is lit alone; after a wrong try it is outlined too
    const step = document.getElementById('hand').dataset, wanted = step.wanted.split(' '), only = step.only.split(' ');
    for (const choice of table.querySelectorAll('[name=action]')) {
      choice.classList.toggle('wanted', wanted.includes(choice.value));
      for (const piece of [choice, ...choice.labels]) piece.classList.toggle('aside', step.only !== '' && !only.includes(choice.value));
    }
  }
  async function turn(to, glide) {
    const answer = await fetch(to).catch(() => null);
    if (!answer || !answer.ok) { location.assign(to); return; }
    const made = purr.parse(await answer.text()), fresh = made.getElementById('table');
    if (!fresh) { location.assign(answer.url); return; }
    const change = () => {
      for (const part of made.querySelectorAll('[data-part]')) { const old = document.getElementById(part.id); if (old) purr.morph(old, part); }
      purr.morph(table.querySelector('.lang'), fresh.querySelector('.lang'));
    };
    if (glide) purr.glide(change); else change();
    mark();
    table.setAttribute('action', fresh.getAttribute('action'));
    document.title = made.querySelector('title').textContent;
    history.pushState(null, '', answer.url);
    document.getElementById('status').focus({ preventScroll: true });
  }
  table.addEventListener('submit', event => {
    const by = event.submitter;
    if (!by || 'plain' in by.dataset) return;
    event.preventDefault();
    if (by.ariaDisabled !== 'true') turn(`${table.getAttribute('action')}?did=${by.value}`, true);
  });
  table.addEventListener('click', event => {
    const on = event.target.closest('#go-on, #ask-cat');
    if (!on || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    turn(on.href, false);
  });
  addEventListener('popstate', () => location.reload());
  mark();
})();
