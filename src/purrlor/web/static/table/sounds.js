// Soft sounds made by code, each silent until its volume is raised; and a phone that trembles, where that is allowed.
'use strict';
(() => {
  const box = document.getElementById('sounds'), table = document.getElementById('table');
  const get = key => { try { return localStorage.getItem(key); } catch { return null; } };
  const put = (key, value) => { try { localStorage.setItem(key, value); } catch { /* not kept */ } };
  const volume = kind => Number(get(`volume-${kind}`) || 0) / 10;
  let air = null, noise = null;
  function breathe() {
    air ??= new AudioContext();
    if (air.state === 'suspended') air.resume();
    if (noise) return;
    noise = air.createBuffer(1, air.sampleRate, air.sampleRate);
    const wave = noise.getChannelData(0);
    for (let i = 0; i < wave.length; i++) wave[i] = 2 * Math.random() - 1;
  }
  // A short breath of noise through a filter: wood, paper or felt, by its pitch and length.
  function rustle(at, pitch, length, loud) {
    const from = air.createBufferSource(), filter = air.createBiquadFilter(), gain = air.createGain();
    from.buffer = noise;
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(.0001, at + length);
    from.connect(filter).connect(gain).connect(air.destination);
    from.start(at, Math.random() * .5, length);
  }
  function tone(at, from, to, length, loud, tremble = 0) {
    const voice = air.createOscillator(), gain = air.createGain();
    voice.type = 'triangle';
    voice.frequency.setValueAtTime(from, at);
    voice.frequency.exponentialRampToValueAtTime(to, at + length);
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + .04);
    gain.gain.linearRampToValueAtTime(0, at + length);
    if (tremble) {
      const shake = air.createOscillator(), depth = air.createGain();
      shake.frequency.value = tremble;
      depth.gain.value = loud / 2;
      shake.connect(depth).connect(gain.gain);
      shake.start(at);
      shake.stop(at + length);
    }
    voice.connect(gain).connect(air.destination);
    voice.start(at);
    voice.stop(at + length);
  }
  const PLAY = {
    dice: (now, v) => [0, .07, .16, .28].forEach((late, k) => rustle(now + late, 1800 - 200 * k, .05, .5 * v)),
    cards: (now, v) => rustle(now, 3200, .12, .3 * v),
    toss: (now, v) => { rustle(now, 900, .2, .25 * v); [.25, .33, .42].forEach(late => tone(now + late, 1400, 1100, .06, .06 * v)); },
    purr: (now, v) => tone(now, 90, 110, .7, .25 * v, 24),
    victory: (now, v) => [523, 659, 784, 1047].forEach((pitch, k) => tone(now + .14 * k, pitch, pitch, .3, .12 * v)),
  };
  function play(kind) {
    const v = volume(kind);
    if (v && air && air.state === 'running') PLAY[kind](air.currentTime, v);
  }
  const ofGame = () => (table.matches('.t-cat-cafe') ? 'dice' : table.matches('.t-more-kitties') ? 'toss' : 'cards');
  document.body.addEventListener('news', ({ detail }) => play(detail.over ? 'victory' : ofGame()));
  document.body.addEventListener('yourturn', () => { play('purr'); if (get('buzz') === 'on') navigator.vibrate?.(30); });
  for (const slider of box.querySelectorAll('[data-volume]')) {
    slider.value = get(`volume-${slider.dataset.volume}`) || 0;
    slider.addEventListener('change', () => {
      const { volume } = slider.dataset;
      put(`volume-${volume}`, slider.value);
      breathe();
      setTimeout(() => play(volume), 60);
    });
  }
  const buzz = document.getElementById('buzz');
  buzz.closest('label').hidden = !navigator.vibrate;
  buzz.checked = get('buzz') === 'on';
  buzz.addEventListener('change', () => put('buzz', buzz.checked ? 'on' : 'off'));
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, breathe, { once: true });
})();
