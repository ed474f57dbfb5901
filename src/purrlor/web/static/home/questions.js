// Questions about the rules, found by any word of question or answer. Without this file all of them are listed.
'use strict';
(() => {
  const box = document.getElementById('question-search'), none = document.getElementById('no-question');
  box.closest('label').hidden = false;
  box.addEventListener('input', () => {
    const words = box.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const each of document.querySelectorAll('.question')) {
      const text = each.textContent.toLocaleLowerCase();
      each.hidden = !words.every(word => text.includes(word));
      found += !each.hidden;
    }
    none.textContent = found ? '' : none.dataset.none;
  });
})();
