/* One round of Rat-a-Tat Cat by random players, written by hand: the limit that the compiled rules are measured against.
   Same generator, same order of random numbers, same record: the final states must agree to the byte. */
#include <stdint.h>
#include <string.h>

enum { NINE = 9, SWAP, PEEK, DRAW_TWO, SUPER_PEEK, KINDS };
enum { LOOK, SOURCE, PLACE, SWAP_OWN, SWAP_OTHER, PEEK_OWN, PEEKED, SUPER_PEEKED, DRAW_AGAIN, CALL, ROUND_END, OVER };
enum { ROW = 4, CARDS = 65, PILE = 58, NO_CARD = -2, NOBODY = -1, LAPS = 60, DEALT = 0, NUMBER = 1, DRAWN = 2 };
static const int COPIES[KINDS] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 9, 6, 4, 4, 6};

typedef struct __attribute__((packed)) {
  int64_t rng[4], stock;
  int16_t minutes, limit, round, totals[6];
  int8_t seats, length, rounds, open_ends, memory, starter, out, time_up, points[6], phase, asked, turn, lap, held, taken,
      draws_left, passed, slot, super_peeked, caller, last_turns, rows[6][4], known[6][4], kept[6][4], deck_n, discard_n,
      deck[CARDS], discard[PILE];
} Fields;
typedef union {
  Fields f;
  int64_t words[(sizeof(Fields) + 7) / 8];
} State;

static inline uint32_t next(Fields *s) {
  uint32_t a = s->rng[0], b = s->rng[1], c = (uint32_t)s->rng[2] ^ a, d = (uint32_t)s->rng[3] ^ b;
  uint32_t r = a + (uint32_t)s->rng[3];
  r = (r << 7 | r >> 25) + a;
  s->rng[1] = b ^ c;
  s->rng[0] = a ^ d;
  s->rng[2] = c ^ b << 9;
  s->rng[3] = d << 11 | d >> 21;
  return r;
}
static inline int below(Fields *s, int n) { return (int)((uint64_t)next(s) * n >> 32); }
static inline int pick(Fields *s, uint32_t mask) {
  for (int k = below(s, __builtin_popcount(mask)); k; k--) mask &= mask - 1;
  return __builtin_ctz(mask);
}
static const uint64_t WIDE = 0x1FFFFFFFFFFFFFFFull;
static inline uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t h = (a ^ (b * 0x9E3779B97F4A7C1ull & WIDE)) & WIDE;
  h ^= h >> 31;
  h = h * 0x3F58476D1CE4E5B9ull & WIDE;
  return h ^ h >> 29;
}
static void seed_rng(Fields *s, uint64_t seed) {
  uint64_t h = mix(seed & WIDE, 0x5851F42D), g = mix(h, 0x14057B7);
  s->rng[0] = h & 0xFFFFFFFF;
  s->rng[1] = h >> 29 & 0xFFFFFFFF;
  s->rng[2] = g & 0xFFFFFFFF;
  s->rng[3] = (g >> 29 & 0xFFFFFFFF) | 1;
}
static void shuffle(Fields *s, int8_t *things, int n) {
  for (int i = n - 1; i > 0; i--) {
    int j = below(s, i + 1);
    int8_t thing = things[i];
    things[i] = things[j];
    things[j] = thing;
  }
}

static inline void put_away(Fields *s, int card) { s->discard[s->discard_n++] = card; }
static void make_deck(Fields *s) {
  s->stock = 0;
  for (int k = 0; k < s->discard_n; k++) {
    s->deck[k] = s->discard[k];
    s->stock += 1ll << 4 * s->discard[k];
    s->discard[k] = NO_CARD;
  }
  s->deck_n = s->discard_n;
  s->discard_n = 0;
  for (int p = 0; p < s->seats; p++)
    for (int i = 0; i < ROW; i++)
      if (s->kept[p][i] == DRAWN) s->kept[p][i] = NUMBER;
  shuffle(s, s->deck, s->deck_n);
}
static inline int draw(Fields *s) {
  if (!s->deck_n) make_deck(s);
  int card = s->deck[--s->deck_n];
  s->deck[s->deck_n] = NO_CARD;
  return card;
}
static inline void show_from_deck(Fields *s, int card) {
  if (s->stock >> 4 * card & 15) s->stock -= 1ll << 4 * card;
  put_away(s, card);
}

static void start(Fields *s) {
  s->round = 1;
  s->starter = s->out = s->time_up = 0;
  memset(s->totals, 0, sizeof s->totals);
  memset(s->points, 0, sizeof s->points);
  for (int n = 0, kind = 0; kind < KINDS; kind++)
    for (int c = 0; c < COPIES[kind]; c++) s->deck[n++] = kind;
  s->deck_n = CARDS;
  memset(s->discard, NO_CARD, sizeof s->discard);
  memset(s->rows, NO_CARD, sizeof s->rows);
  memset(s->known, 0, sizeof s->known);
  memset(s->kept, DEALT, sizeof s->kept);
  s->discard_n = s->turn = s->taken = s->draws_left = s->slot = s->super_peeked = s->last_turns = 0;
  s->stock = 0;
  s->lap = 1;
  s->held = s->passed = NO_CARD;
  s->caller = NOBODY;
  shuffle(s, s->deck, CARDS);
  for (int p = 0; p < s->seats; p++)
    for (int i = 0; i < ROW; i++) {
      s->rows[p][i] = draw(s);
      if (i == 0 || i == ROW - 1) s->known[p][i] = 1 << p;
    }
  int card = draw(s);
  while (card > NINE) {
    if (!(s->stock >> 4 * card & 15)) s->stock += 1ll << 4 * card;
    int place = below(s, s->deck_n + 1);
    memmove(s->deck + place + 1, s->deck + place, s->deck_n - place);
    s->deck[place] = card;
    s->deck_n++;
    card = draw(s);
  }
  put_away(s, card);
  s->phase = LOOK;
  s->asked = (1 << s->seats) - 1;
}

static void turn_up_rows(Fields *s) {
  for (int k = 0; k < s->seats; k++) {
    int p = (s->starter + k) % s->seats;
    s->points[p] = 0;
    for (int i = 0; i < ROW; i++) {
      while (s->rows[p][i] > NINE) {
        put_away(s, s->rows[p][i]);
        s->rows[p][i] = NO_CARD;
        s->rows[p][i] = draw(s);
      }
      s->points[p] += s->rows[p][i];
      s->known[p][i] = (1 << s->seats) - 1;
    }
    s->totals[p] += s->points[p];
  }
  memset(s->kept, DEALT, sizeof s->kept);
  s->stock = 0;
  s->phase = OVER;
}
static void pass_turn(Fields *s) {
  s->super_peeked = 0;
  if (s->caller != NOBODY && !s->last_turns) {
    turn_up_rows(s);
    return;
  }
  if (s->caller != NOBODY) s->last_turns--;
  s->turn = (s->turn + 1) % s->seats;
  if (s->turn == s->starter) s->lap++;
  s->phase = SOURCE;
}
static inline void call(Fields *s) {
  s->caller = s->turn;
  s->last_turns += s->seats - 1;
}
static void end_turn(Fields *s) {
  s->draws_left = s->slot = 0;
  s->passed = NO_CARD;
  if (s->caller == NOBODY) {
    if (s->lap == LAPS)
      call(s);
    else if (!s->super_peeked) {
      s->phase = CALL;
      return;
    }
  }
  pass_turn(s);
}
static void use_deck(Fields *s) {
  int card = draw(s);
  if (card <= NINE) {
    s->held = card;
    s->taken = 0;
    s->phase = PLACE;
    return;
  }
  show_from_deck(s, card);
  s->draws_left = 0;
  if (card == SWAP)
    s->phase = SWAP_OWN;
  else if (card == PEEK)
    s->phase = PEEK_OWN;
  else if (card == DRAW_TWO)
    s->phase = DRAW_AGAIN;
  else {
    for (int p = 0; p < s->seats; p++)
      for (int i = 0; i < ROW; i++) s->known[p][i] |= 1 << s->turn;
    s->super_peeked = 1;
    s->phase = SUPER_PEEKED;
  }
}
static void place_card(Fields *s, int action) {
  int card = s->held, p = s->turn;
  s->held = NO_CARD;
  if (action == ROW) {
    show_from_deck(s, card);
    if (s->draws_left) {
      s->draws_left = 0;
      s->passed = card;
      use_deck(s);
    } else
      end_turn(s);
    return;
  }
  if (s->kept[p][action] == DRAWN)
    show_from_deck(s, s->rows[p][action]);
  else
    put_away(s, s->rows[p][action]);
  s->rows[p][action] = card;
  s->known[p][action] = s->taken ? (1 << s->seats) - 1 : 1 << p;
  s->kept[p][action] = s->taken ? NUMBER : DRAWN;
  s->taken = 0;
  end_turn(s);
}
#define TRADE(field) { int8_t x = s->field[p][i]; s->field[p][i] = s->field[q][j]; s->field[q][j] = x; }

static int64_t play_out(Fields *s) {
  for (int64_t n = 0;; n++) {
    int p = s->turn, a;
    switch (s->phase) {
      case LOOK:
        p = __builtin_ctz(s->asked);
        pick(s, 1);
        s->asked &= ~(1 << p);
        if (!s->asked) s->phase = SOURCE;
        break;
      case SOURCE:
        a = pick(s, s->discard_n && s->discard[s->discard_n - 1] <= NINE ? 3 : 1);
        if (a) {
          s->held = s->discard[--s->discard_n];
          s->taken = 1;
          s->discard[s->discard_n] = NO_CARD;
          s->phase = PLACE;
        } else
          use_deck(s);
        break;
      case PLACE: place_card(s, pick(s, s->taken ? 15 : 31)); break;
      case CALL:
        if (pick(s, 3)) call(s);
        pass_turn(s);
        break;
      case SWAP_OWN:
        a = pick(s, 31);
        if (a == ROW)
          end_turn(s);
        else {
          s->slot = a;
          s->phase = SWAP_OTHER;
        }
        break;
      case SWAP_OTHER: {
        a = pick(s, ((1u << ROW * s->seats) - 1) & ~(15u << ROW * p));
        int i = s->slot, q = a / ROW, j = a % ROW;
        TRADE(rows) TRADE(known) TRADE(kept)
        end_turn(s);
        break;
      }
      case PEEK_OWN:
        a = pick(s, 31);
        if (a == ROW)
          end_turn(s);
        else {
          s->known[p][a] |= 1 << p;
          s->slot = a;
          s->phase = PEEKED;
        }
        break;
      case PEEKED:
      case SUPER_PEEKED:
        pick(s, 1);
        end_turn(s);
        break;
      case DRAW_AGAIN:
        if (pick(s, 3)) {
          s->draws_left = 1;
          use_deck(s);
        } else
          end_turn(s);
        break;
      default: return n;
    }
  }
}

static int64_t play_match(State *row, int64_t seed) {
  row[1] = row[0];
  seed_rng(&row[1].f, seed);
  start(&row[1].f);
  return play_out(&row[1].f);
}
int64_t play_matches(State *row, int64_t seed, int64_t count) {
  int64_t decisions = 0;
  for (int64_t k = 0; k < count; k++) decisions += play_match(row, seed + k);
  return decisions;
}
int64_t digest_matches(State *row, int64_t seed, int64_t count) {
  uint64_t total = 0;
  for (int64_t k = 0; k < count; k++) {
    play_match(row, seed + k);
    for (unsigned i = 0; i < sizeof row[1].words / 8; i++) total = mix(total, row[1].words[i]);
  }
  return total;
}
