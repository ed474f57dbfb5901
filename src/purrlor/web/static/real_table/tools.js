// Who begins, a die, a coin, a timer. Chance is the browser's own (crypto), and nothing is sent anywhere.
'use strict';
(() => {
  const find = (what, within = document) => within.querySelector(what);
  function below(n) {  // without favour: what does not divide evenly is thrown away
    const one = new Uint32Array(1), most = 2 ** 32 - 2 ** 32 % n;
    do crypto.getRandomValues(one); while (one[0] >= most);
    return one[0] % n;
  }
  purr.below = below;  // a sheet draws lots by it
  const after = still => (purr.still.matches ? 0 : still);

  // ------------------------------------------------------------ who begins: a paw goes round and stops
  const table = find('#round-table');
  if (table) {
    const chairs = [...table.children], many = () => Number(find('[name=round-table]:checked').value);
    const seat = () => chairs.forEach((chair, k) => { chair.hidden = k >= many(); chair.classList.remove('on', 'begins'); });
    for (const e of document.querySelectorAll('[name=round-table]')) e.addEventListener('change', seat);
    let going = 0;
    find('[data-begins]').addEventListener('click', () => {
      const n = many(), who = below(n), steps = purr.still.matches ? 0 : 2 * n + who, said = find('[role=status]', table.parentElement), mine = ++going;
      said.textContent = '';
      seat();
      const step = k => {
        if (mine !== going) return;
        chairs.forEach((chair, at) => chair.classList.toggle('on', at === (k < steps ? k % n : who)));
        if (k < steps) { setTimeout(step, 60 + 200 * (k / steps) ** 3, k + 1); return; }
        chairs[who].classList.add('begins');
        said.textContent = said.dataset.said.replace('{n}', who + 1);
      };
      step(0);
    });
    seat();
  }

  // ------------------------------------------------------------ die and coin: thrown, and said when they lie still
  function thrown(button, piece, sides, say) {
    if (button) button.addEventListener('click', () => {
      const face = below(sides), said = find('[role=status]', button.closest('.tool'));
      piece.classList.remove('thrown-now');
      piece.getBoundingClientRect();
      piece.classList.add('thrown-now');
      piece.dataset.face = sides === 6 ? face + 1 : face;
      setTimeout(() => { said.textContent = say(said, face); }, after(700));
    });
  }
  thrown(find('[data-die]'), find('.die'), 6, (said, face) => said.dataset.said.replace('{n}', face + 1));
  thrown(find('[data-coin]'), find('.coin'), 2, (said, face) => said.dataset.sides.split('|')[face]);

  // ------------------------------------------------------------ a timer that goes on while the page is closed
  const timer = find('[data-timer]');
  if (!timer) return;
  const left = find('[data-left]', timer), minutes = find('[data-minutes]', timer), run = find('[data-run]', timer), said = find('[role=status]', timer);
  let clock = { minutes: 15, rest: 15 * 60, ends: 0 };
  try { clock = { ...clock, ...JSON.parse(localStorage.getItem('timer')) }; } catch { /* nothing kept */ }
  const keep = () => { try { localStorage.setItem('timer', JSON.stringify(clock)); } catch { /* not kept */ } };
  const rest = () => (clock.ends ? Math.max(0, Math.round((clock.ends - Date.now()) / 1000)) : clock.rest);
  function show() {
    const s = rest();
    left.textContent = `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
    run.textContent = clock.ends ? run.dataset.pause : run.dataset.go;
    if (clock.ends && !s) {
      clock = { ...clock, ends: 0, rest: 0 };
      keep();
      run.textContent = run.dataset.go;
      said.textContent = said.dataset.up;
      document.dispatchEvent(new Event('time-up'));
    }
  }
  function wind() {
    clock = { minutes: Math.min(180, Math.max(1, Number(minutes.value) || 15)), rest: 0, ends: 0 };
    clock.rest = 60 * clock.minutes;
    said.textContent = '';
    keep();
    show();
  }
  run.addEventListener('click', () => {
    if (clock.ends) clock = { ...clock, rest: rest(), ends: 0 }; else { if (!clock.rest) wind(); clock.ends = Date.now() + 1000 * clock.rest; }
    said.textContent = '';
    keep();
    show();
  });
  find('[data-reset]', timer).addEventListener('click', wind);
  minutes.addEventListener('change', wind);
  minutes.value = clock.minutes;
  show();
  setInterval(show, 250);
})();
