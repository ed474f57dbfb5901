// Calling the player: a soft sound and a notification, both off until asked for. They say whose turn it is, and nothing else.
'use strict';
(() => {
  const box = document.getElementById('call'), sound = document.getElementById('call-sound'), note = document.getElementById('call-note');
  const get = key => { try { return localStorage.getItem(key) === 'on'; } catch { return false; } };
  const put = (key, on) => { try { localStorage.setItem(key, on ? 'on' : 'off'); } catch { /* not kept */ } };

  // A cat's "mrrp?": a tone that rises while it trembles like a purr.
  let air = null;
  function breathe() {
    air ??= new AudioContext();
    if (air.state === 'suspended') air.resume();
  }
  function chirp() {
    if (!air || air.state !== 'running') return;
    const now = air.currentTime, tone = air.createOscillator(), purr = air.createOscillator(), depth = air.createGain(), loud = air.createGain();
    tone.type = 'triangle';
    tone.frequency.setValueAtTime(290, now);
    tone.frequency.exponentialRampToValueAtTime(540, now + .3);
    purr.frequency.value = 26;
    depth.gain.value = .03;
    loud.gain.setValueAtTime(0, now);
    loud.gain.linearRampToValueAtTime(.07, now + .05);
    loud.gain.linearRampToValueAtTime(0, now + .36);
    purr.connect(depth).connect(loud.gain);
    tone.connect(loud).connect(air.destination);
    for (const each of [tone, purr]) { each.start(now); each.stop(now + .37); }
  }

  let shown = null;
  function notify(title) {
    try {
      shown = new Notification(title.replace('● ', ''), { tag: 'purrlor-turn', icon: document.querySelector('link[rel=icon]').href, silent: true });
      shown.onclick = () => { window.focus(); shown.close(); };
    } catch { /* some phones allow it only to installed pages */ }
  }
  document.addEventListener('visibilitychange', () => { if (!document.hidden && shown) { shown.close(); shown = null; } });
  document.body.addEventListener('yourturn', event => {
    if (sound.checked) chirp();
    if (note.checked && document.hidden && Notification.permission === 'granted') notify(event.detail);
  });

  box.hidden = false;
  sound.checked = get('call-sound');
  sound.addEventListener('change', () => {
    put('call-sound', sound.checked);
    if (sound.checked) { breathe(); setTimeout(chirp, 80); }
  });
  if (sound.checked) for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, breathe, { once: true });
  if (!('Notification' in window)) { note.closest('label').hidden = true; return; }
  note.checked = get('call-note') && Notification.permission === 'granted';
  note.addEventListener('change', async () => {
    if (note.checked && await Notification.requestPermission() !== 'granted') {
      note.checked = false;
      const notice = document.getElementById('note');
      notice.textContent = box.dataset.denied;
      notice.hidden = false;
      setTimeout(() => { notice.hidden = true; }, 5000);
    }
    put('call-note', note.checked);
  });
})();
