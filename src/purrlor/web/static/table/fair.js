// Fair chance: this browser's own number in the key of a match, and the check at the end (docs/decisions/fairness.md).
'use strict';
(() => {
  // SHA-256 and HMAC by hand: crypto.subtle is missing on a plain http address of a home network.
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p)) primes.push(n);
  const part = x => Math.floor((x - Math.floor(x)) * 2 ** 32);
  const ROUND = primes.map(p => part(Math.cbrt(p))), FIRST = primes.slice(0, 8).map(p => part(Math.sqrt(p)));
  const turn = (x, n) => x >>> n | x << 32 - n;
  function sha256(bytes) {
    const size = bytes.length, blocks = new Uint8Array(((size + 8 >> 6) + 1) * 64), view = new DataView(blocks.buffer);
    const w = new Int32Array(64), sum = [...FIRST];
    blocks.set(bytes);
    blocks[size] = 128;
    view.setUint32(blocks.length - 4, size * 8);
    for (let at = 0; at < blocks.length; at += 64) {
      let [a, b, c, d, e, f, g, h] = sum;
      for (let i = 0; i < 64; i++) {
        const x = w[i - 15], y = w[i - 2];
        w[i] = i < 16 ? view.getInt32(at + 4 * i) : w[i - 16] + w[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ x >>> 3) + (turn(y, 17) ^ turn(y, 19) ^ y >>> 10);
        const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + ROUND[i] + w[i];
        const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c);
        [a, b, c, d, e, f, g, h] = [one + two | 0, a, b, c, d + one | 0, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((value, k) => { sum[k] = sum[k] + value | 0; });
    }
    const out = new DataView(new ArrayBuffer(32));
    sum.forEach((value, k) => out.setInt32(4 * k, value));
    return new Uint8Array(out.buffer);
  }
  const padded = (key, x) => Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ x);
  const hmac = (key, bytes) => sha256([...padded(key, 92), ...sha256([...padded(key, 54), ...bytes])]);
  const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  const bytes = digits => Uint8Array.from(digits.match(/../g) || [], pair => parseInt(pair, 16));
  const text = words => new TextEncoder().encode(words);

  // What this browser keeps of each of its numbers, by its commitment: nonce, table, the seal and the terms it has seen.
  const NAME = 'fair ', MOST = 200;
  const stored = name => { try { return JSON.parse(localStorage.getItem(NAME + name)); } catch { return null; } };
  const keep = (name, value) => { try { localStorage.setItem(NAME + name, JSON.stringify(value)); } catch { /* nothing is kept here */ } };
  const all = () => {
    try {
      const names = Object.keys(localStorage).filter(name => /^fair [0-9a-f]{64}$/.test(name));
      return names.map(name => ({ commit: name.slice(5), ...stored(name.slice(5)) }));
    } catch { return []; }
  };
  function commit() {
    const nonce = hex(crypto.getRandomValues(new Uint8Array(32))), made = hex(sha256(bytes(nonce))), old = all().sort((a, b) => b.at - a.at);
    for (const each of old.slice(MOST)) localStorage.removeItem(NAME + each.commit);
    keep(made, { nonce, at: Date.now() });
    keep('last', made);
    return stored(made) ? made : '';
  }

  // Before: a form that leads to a seat carries a commitment; without this file it carries none.
  let seats = false;
  document.addEventListener('submit', event => {
    const to = event.submitter?.getAttribute('formaction') || event.target.getAttribute('action') || '';
    seats = /^\/(play|new)\/|\/(sit|again)\b/.test(to);
  }, true);
  document.addEventListener('formdata', event => {
    const made = seats && commit();
    seats = false;
    if (made) event.formData.set('commit', made);
  });

  // At the table: whose number that was. Once the terms stand, the number is shown, and never for other terms.
  const here = (location.pathname.match(/^\/t\/[^/]+/) || [''])[0], sealed = document.body.dataset.seal, last = stored('last');
  if (here && sealed && last && stored(last) && Date.now() - stored(last).at < 120000) {
    keep(last, { seal: sealed, ...stored(last), table: here });
    keep('last', null);
  }
  const bare = document.body.dataset.commit, late = bare && commit();  // a seat of this browser has no number yet
  if (late) {
    keep(late, { ...stored(late), seal: sealed, table: here });
    keep('last', null);
    fetch(bare, { method: 'POST', body: new URLSearchParams({ commit: late }), headers: { 'X-Live': '1' } }).catch(() => null);
  }
  async function reveal(call) {
    const terms = call.dataset.terms, { seal, seats } = JSON.parse(terms);
    for (const made of new Set(seats)) {
      const own = stored(made);
      if (!own || !own.nonce || (own.seal && own.seal !== seal) || (own.terms && own.terms !== terms)) continue;
      keep(made, { ...own, seal, terms, table: here });
      const body = new URLSearchParams({ nonce: own.nonce });
      const answer = await fetch(call.dataset.to, { method: 'POST', body, headers: { 'X-Live': '1' } }).catch(() => null);
      if (!answer || !answer.ok) continue;
      keep(made, { ...stored(made), taken: true });
      const { go } = answer.status === 204 ? {} : await answer.json();
      if (go) location.assign(go);
    }
  }
  const call = document.getElementById('called');
  if (call) reveal(call);

  // At the end: the record against itself and against what was kept.
  const sorted = value => (value && value.constructor === Object ? Object.fromEntries(Object.keys(value).sort().map(name => [name, value[name]])) : value);
  function verdict(record, table) {
    const secret = bytes(record.secret), seal = record.promise, given = record.contributions;
    if (hex(sha256(secret)) !== seal) return { is: 'broken' };
    const own = all().filter(each => each.terms && (each.table === table || each.seal === seal || (given || []).some(seat => seat.commit === each.commit)));
    if (!given) return own.some(each => each.taken) ? { is: 'changed', own: own[0] } : { is: 'alone' };
    const number = hex(sha256(text(`purrlor table ${seal}`))).slice(0, 16);
    const seats = given.map(each => (each.by === 'cat' ? 'cat' : each.commit || '-'));
    const terms = JSON.stringify({ game: record.game, options: sorted(record.options), revision: record.revision, seal, seats, table: number });
    const ofCat = k => hex(hmac(secret, text(`purrlor cat ${k}`))), isPromised = ({ nonce, commit }) => hex(sha256(bytes(nonce))) === commit;
    const fits = (each, k) => (each.by === 'cat' ? each.nonce === ofCat(k) : !each.nonce || isPromised(each));
    const key = hex(hmac(secret, text(['purrlor match', terms, ...given.map(each => each.nonce || '-')].join('\n'))));
    if (!given.every(fits) || key !== record.key || number !== record.table) return { is: 'broken' };
    const has = each => given.some(seat => seat.commit === each.commit && seat.nonce === each.nonce);
    if (own.some(each => each.terms !== terms || (each.taken && !has(each)))) return { is: 'changed', own: own[0] };
    const proof = own.find(has);
    if (!proof) return { is: 'apart' };
    return { is: given.some(each => each.commit && !each.nonce) ? 'partly' : 'holds', own: proof };
  }
  async function check(place) {
    const answer = await fetch(place.dataset.record, { headers: { 'X-Live': '1' } }).catch(() => null);
    if (!answer || !answer.ok) return;
    let found;
    try { found = verdict(await answer.json(), here); } catch { found = { is: 'broken' }; }
    place.textContent = place.dataset[found.is];
    place.dataset.is = found.is;
    const more = document.getElementById(`fair-${found.is}`);  // what the plain words rest on
    if (more) more.hidden = false;
    const wrong = found.is === 'changed' || found.is === 'broken', note = document.getElementById('note');
    if (wrong && note) { note.textContent = place.textContent; note.hidden = false; }
    const own = document.getElementById('own-check');
    if (own && found.own) {
      const { seal, nonce, terms } = found.own;
      own.querySelector('code').textContent = `purrlor verify FILE --seal ${seal} --nonce ${nonce} --terms ${hex(sha256(text(terms)))}`;
      own.hidden = false;
    }
  }
  const place = document.getElementById('fair');  // at a table this file is fetched when the match is over
  if (place) check(place);
  window.fair = { sha256, hmac, hex, bytes, verdict };
})();
