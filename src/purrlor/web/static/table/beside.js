// A page beside its table (seats, one's cat, replay, review): while it is open its player is here, and hears who invites them to the next match.
'use strict';
(() => {
  const note = document.getElementById('invited');
  let socket = null, tries = 0, again = 0;
  function listen() {
    clearTimeout(again);
    if (socket && socket.readyState < 2) return;
    const mine = socket = new WebSocket(location.origin.replace('http', 'ws') + note.dataset.at);
    mine.onmessage = event => {
      const { invites } = event.data ? JSON.parse(event.data) : {};
      tries = 0;
      if (!invites) return;
      note.firstElementChild.textContent = invites;
      note.hidden = false;
    };
    mine.onclose = event => {
      if (socket !== mine) return;
      socket = null;
      if (event.code !== 1008) again = setTimeout(listen, Math.min(250 * 2 ** ++tries, 15000));  // 1008: the seat has changed hands
    };
  }
  const wake = () => { if (!document.hidden) listen(); };
  document.addEventListener('visibilitychange', wake);
  for (const name of ['online', 'pageshow']) addEventListener(name, wake);
  addEventListener('pagehide', () => { if (socket) { const left = socket; socket = null; left.close(); } });
  listen();
})();
