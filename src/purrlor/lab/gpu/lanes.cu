// Many matches of one game side by side: the translated twin of lab/kernels/vector.py. nvcc makes one thread a lane, a plain C++
// compiler a loop over the lanes; both give the same bytes. Built with -DGAME="…", a header of core/compilers/cpp.
#include GAME

struct LaneMemory {  // the memory of all lanes; the caller's
  State* states;
  const State* tables;  // laid out, not started; match m of lane k is on table (k + m) % kinds
  i64* begun;           // matches begun in a lane
  i64* legal;
  i64* actions;
  signed char* seats;
  short* observations;
  unsigned char* masks;
  float* rewards;
  unsigned char* done;
  int* scores;
  int* lengths;
  i64 kinds, lanes, seed, skip;
};

#if defined(GAME_LOOKAHEAD) && defined(WITH_LOOKAHEAD)
#define WIDTH (GAME_FEATURES + GAME_LOOKAHEAD)
#else
#define WIDTH GAME_FEATURES
#endif
typedef short Row[WIDTH];

FUNCTION void begin_match(State& s, const LaneMemory& d, i64 k, i64 number) {
  s = d.tables[d.kinds == 1 ? 0 : (k + number) % d.kinds];
  game_seed_rng(s, game_mix(d.seed, number * d.lanes + k));
  game_start(s);
}

FUNCTION void pay(const LaneMemory& d, State& s, i64 k) {
  i64 won = game_winners(s);
  float share = 1.0f / (float)set_count(won);
  for (i64 seat = 0; seat < GAME_SEATS; seat++) {
    bool sits = seat < s.seats_;
    d.rewards[k * GAME_SEATS + seat] = sits && (won >> seat & 1) ? share : 0.0f;
    d.scores[k * GAME_SEATS + seat] = sits ? (int)game_score(s, seat) : 0;
  }
}

// What a seat sees. The state is hidden where it stands: keep a copy.
FUNCTION void look(State& s, i64 seat, Row& row) {
  game_hide(s, seat);
  game_observe(s, seat, *(short(*)[GAME_FEATURES])row);
#if WIDTH > GAME_FEATURES
  game_lookahead(s, seat, *(short(*)[GAME_LOOKAHEAD])(row + GAME_FEATURES));
#endif
}

// One decision in lane k, or a new beginning; the seat that decides next. One loop, so that every function of the rules
// is called, and therefore compiled, in one place.
FUNCTION i64 step_lane(State& s, const LaneMemory& d, i64 k, i64 restart) {
  i64 seat = d.seats[k], action = d.actions[k], mask = 0;
  bool begins = restart != 0, counts = restart == 0;  // whether a match begins; whether its end is this decision's
  if (restart || d.done[k]) {
    d.done[k] = 0;
    d.lengths[k] = 0;
    for (i64 p = 0; p < GAME_SEATS; p++) d.rewards[k * GAME_SEATS + p] = 0.0f, d.scores[k * GAME_SEATS + p] = 0;
  }
  if (restart) d.begun[k] = 0;
  else d.lengths[k]++;
  while (true) {
    if (begins) begin_match(s, d, k, d.begun[k]++);
    else game_apply(s, seat, action);
    i64 waiting = game_waiting(s);
    begins = waiting == 0;
    if (begins) {
      if (counts) {
        d.done[k] = 1;
        pay(d, s, k);
        counts = false;
      }
      continue;
    }
    seat = set_first(waiting);
    mask = game_legal(s, seat);
    if (!d.skip || (mask & (mask - 1))) break;
    action = set_first(mask);  // no choice
  }
  d.seats[k] = (signed char)seat;
  d.legal[k] = mask;
  return seat;
}

FUNCTION void draw_lane(const LaneMemory& d, i64 k, i64 seed) {  // a random legal action
  i64 mask = d.legal[k];
  for (i64 n = (game_mix(seed, k) >> 29) * set_count(mask) >> 32; n > 0; n--) mask &= mask - 1;
  d.actions[k] = set_first(mask);
}

// What a cat does, from what its seat may know. The state is hidden where it stands.
FUNCTION void sensible_lane(State& s, const LaneMemory& d, i64 k, i64 seed) {
  i64 seat = d.seats[k];
  game_hide(s, seat);
  i64 action = game_sensible(s, seat);
  if (action >= 0 && (d.legal[k] >> action & 1)) d.actions[k] = action;
  else draw_lane(d, k, seed);
}

// ---------------------------------------------------------------- a search that teaches: flat Monte-Carlo
// Every choice is tried in the same deals, and the worse half is left out after each round. Whole numbers alone, so a
// device and a loop give the same bytes. What a game's strategy does not say is as in bots/tree_search/rollout_defaults.py.
#ifndef game_stage
#define game_stage(s) 0
#endif
#ifndef game_stop
#define game_stop(s)
#endif
#ifndef game_rough
#define game_rough game_sensible
#endif
#ifndef game_effort
#define game_effort(s) 1000
#endif
#define WIN 65536  // a whole win
#define MOST 64    // actions of a decision

struct Teacher {
  i64 seed, rollouts;
  i64 horizon;  // decisions of a roll-out before it is cut off, 0: never
  i64 margin;   // thousandths of a roll-out's worth that come from the margin
  i64 points;   // that matter, for the margin; below 0: fewer points are better
  i64* worth;   // of every lane and action: the sum over its roll-outs, WIN is a win
  int* tries;
};

FUNCTION void roll_out(State& s, i64 horizon) {
  i64 began = game_stage(s), left = horizon;
  while (i64 waiting = game_waiting(s)) {
    if (game_stage(s) != began || (horizon && left-- == 0)) {
      game_stop(s);
      return;
    }
    i64 mover = set_first(waiting), mask = game_legal(s, mover), action = game_rough(s, mover);
    game_apply(s, mover, action >= 0 && (mask >> action & 1) ? action : game_pick(s, mask));
  }
}

FUNCTION i64 worth_of(State& s, i64 seat, const Teacher& t) {
  i64 won = game_winners(s), win = won >> seat & 1 ? WIN / set_count(won) : 0;
  i64 sign = t.points < 0 ? -1 : 1, best = -(1LL << 40);
  for (i64 q = 0; q < s.seats_; q++)
    if (q != seat) best = greatest(best, sign * game_score(s, q));
  i64 ahead = sign * game_score(s, seat) - best;
  i64 close = WIN / 2 + WIN / 2 * ahead / (magnitude(ahead) + magnitude(t.points));
  return ((1000 - t.margin) * win + t.margin * close) / 1000;
}

// The roll-outs number `first`, `first` + `step` … of one round: `each` deals from `deal` on, every choice in each.
template <class Add>
FUNCTION void try_choices(State& s, const State& root, i64 seat, i64 choices, i64 deal, i64 each, i64 seed,
                          const Teacher& t, int first, int step, Add add) {
  i64 count = set_count(choices);
  for (i64 j = first; j < each * count; j += step) {
    i64 rest = choices;
    for (i64 n = j % count; n > 0; n--) rest &= rest - 1;
    i64 action = set_first(rest);
    s = root;
    game_seed_rng(s, game_mix(seed, deal + j / count));
    game_redeal(s, seat);
    game_apply(s, seat, action);
    roll_out(s, t.horizon);
    add(action, worth_of(s, seat, t));
  }
}

FUNCTION i64 better_half(i64 choices, const i64* worth) {  // all were tried equally often
  for (i64 leave = set_count(choices) / 2; leave > 0; leave--) {
    i64 worst = -1;
    for (i64 rest = choices; rest; rest &= rest - 1) {
      i64 action = set_first(rest);
      if (worst < 0 || worth[action] < worth[worst]) worst = action;
    }
    choices &= ~(1LL << worst);
  }
  return choices;
}

// How many rounds, and roll-outs for each of them; none where the game says that a search finds nothing here.
FUNCTION i64 rounds_of(State& root, i64 choices, const Teacher& t, i64& a_round) {
  i64 rounds = 0, count = set_count(choices), budget = t.rollouts * game_effort(root) / 1000;
  while (1LL << rounds < count) rounds++;
  a_round = rounds ? budget / rounds : 0;
  return a_round >= count ? rounds : 0;
}

#ifdef __CUDACC__
#include <cuda_runtime.h>

// A block is one warp. Its states are in shared memory while it works on them: indexed by what differs from lane to lane,
// they cannot be in registers, and local memory is too slow. An odd number of words lies between two of them, so lanes
// that look at the same field do not share a bank.
#define THREADS 32
#define WORDS ((int)(sizeof(State) / 4))
union Slot {
  unsigned words[WORDS | 1];
  State state;
};
#define ROW_GAP (WIDTH % 4 == 0 ? 2 : 0)  // rows are side by side as in device memory, unless they would share banks
#define ROW (WIDTH + ROW_GAP)

#define LANE i64 first = blockIdx.x * (i64)THREADS, k = first + threadIdx.x
#define LAUNCH <<<(unsigned)((d->lanes + THREADS - 1) / THREADS), THREADS, 0, (cudaStream_t)stream>>>

template <bool back>  // whether they are written
__device__ __forceinline__ void move_states(const LaneMemory& d, Slot* slots) {
  i64 first = blockIdx.x * (i64)THREADS;
  int count = WORDS * (int)(d.lanes - first < THREADS ? d.lanes - first : THREADS);
  unsigned* there = (unsigned*)(d.states + first);
  __syncwarp();
#pragma unroll 8
  for (int w = threadIdx.x; w < count; w += THREADS) {
    unsigned& here = slots[w / WORDS].words[w % WORDS];
    if (back) there[w] = here;
    else here = there[w];
  }
  __syncwarp();
}

__device__ __forceinline__ void write_rows(const LaneMemory& d, const short* rows) {
  i64 first = blockIdx.x * (i64)THREADS;
  int count = (int)(d.lanes - first < THREADS ? d.lanes - first : THREADS);
  short* there = d.observations + first * WIDTH;
  __syncwarp();
  if (ROW_GAP) {
#pragma unroll 8
    for (int w = threadIdx.x; w < count * WIDTH / 2; w += THREADS)
      ((unsigned*)there)[w] = ((const unsigned*)rows)[w / (WIDTH / 2) * (ROW / 2) + w % (WIDTH / 2)];
  } else if (count == THREADS) {
    for (int w = threadIdx.x; w < THREADS * WIDTH / 8; w += THREADS) ((uint4*)there)[w] = ((const uint4*)rows)[w];
  } else {
    for (int w = threadIdx.x; w < count * WIDTH; w += THREADS) there[w] = rows[w];
  }
  __syncwarp();
}

__device__ __forceinline__ void write_masks(const LaneMemory& d, u64* masks) {  // four bytes at a time
  i64 first = blockIdx.x * (i64)THREADS;
  int count = GAME_ACTIONS * (int)(d.lanes - first < THREADS ? d.lanes - first : THREADS);
  __syncwarp();
  for (int w = threadIdx.x; w < (count + 3) / 4; w += THREADS) {
    unsigned four = 0;
#pragma unroll
    for (int b = 0; b < 4; b++) {
      int at = 4 * w + b;
      if (at < count) four |= (unsigned)(masks[at / GAME_ACTIONS] >> at % GAME_ACTIONS & 1) << 8 * b;
    }
    unsigned char* there = d.masks + first * GAME_ACTIONS + 4 * w;
    if (4 * w + 4 <= count) *(unsigned*)there = four;
    else
      for (int b = 0; 4 * w + b < count; b++) there[b] = four >> 8 * b;
  }
  __syncwarp();
}

__global__ void __launch_bounds__(THREADS) step_kernel(LaneMemory d, i64 restart) {
  __shared__ Slot slots[THREADS];
  __shared__ __align__(16) short rows[THREADS * ROW];
  __shared__ u64 masks[THREADS];
  LANE;
  State& s = slots[threadIdx.x].state;
  i64 seat = 0;
  move_states<false>(d, slots);
  if (k < d.lanes) {
    seat = step_lane(s, d, k, restart);
    masks[threadIdx.x] = (u64)d.legal[k];
  }
  move_states<true>(d, slots);
  write_masks(d, masks);
  if (k < d.lanes) look(s, seat, *(Row*)(rows + threadIdx.x * ROW));
  write_rows(d, rows);
}

__global__ void __launch_bounds__(THREADS) look_kernel(LaneMemory d, i64 seat) {  // an empty seat sees seat 0's view
  __shared__ Slot slots[THREADS];
  __shared__ __align__(16) short rows[THREADS * ROW];
  LANE;
  State& s = slots[threadIdx.x].state;
  move_states<false>(d, slots);
  if (k < d.lanes) look(s, seat < s.seats_ ? seat : 0, *(Row*)(rows + threadIdx.x * ROW));
  write_rows(d, rows);
}

__global__ void draw_kernel(LaneMemory d, i64 seed) {
  i64 k = blockIdx.x * (i64)blockDim.x + threadIdx.x;
  if (k < d.lanes) draw_lane(d, k, seed);
}

__global__ void __launch_bounds__(THREADS) sensible_kernel(LaneMemory d, i64 seed) {
  __shared__ Slot slots[THREADS];
  LANE;
  move_states<false>(d, slots);
  if (k < d.lanes) sensible_lane(slots[threadIdx.x].state, d, k, seed);
}

// Random play: `rounds` times one decision in every lane. A warp waits until `crowd` of its lanes are over before these
// begin again: a beginning is long, and the other lanes stand still for it. With `seen`, observation and mask of every
// decision are written. Decisions made are added to made[k], matches ended to d.lengths[k].
template <bool seen>
__global__ void __launch_bounds__(THREADS) roll_kernel(LaneMemory d, i64 rounds, int crowd, i64* made) {
  __shared__ Slot slots[THREADS];
  __shared__ __align__(16) short rows[seen ? THREADS * ROW : 8];
  __shared__ u64 masks[seen ? THREADS : 1];
  LANE;
  bool is_lane = k < d.lanes;
  Slot& slot = slots[threadIdx.x];
  State& s = slot.state;
  i64 number = 0, waiting = 0;
  int count = 0, ended = 0;
  move_states<false>(d, slots);
  if (is_lane) {
    number = d.begun[k];
    waiting = game_waiting(s);
  }
  for (int r = 0; r < (int)rounds; r++) {
    unsigned over = __ballot_sync(0xffffffffu, is_lane && !waiting);
    if (__popc(over) >= crowd && is_lane && !waiting) {
      begin_match(s, d, k, number++);
      ended++;
      waiting = game_waiting(s);
    }
    __syncwarp();
    i64 seat = waiting ? set_first(waiting) : 0, mask = 0;
    if (waiting) mask = game_legal(s, seat);
    if (seen) {
      masks[threadIdx.x] = (u64)mask;
      if (is_lane) d.legal[k] = mask;
      write_masks(d, masks);
      if (waiting) {
        unsigned kept[WORDS];  // the state is in registers while it is hidden in its place
#pragma unroll
        for (int w = 0; w < WORDS; w++) kept[w] = slot.words[w];
        look(s, seat, *(Row*)(rows + threadIdx.x * ROW));
#pragma unroll
        for (int w = 0; w < WORDS; w++) slot.words[w] = kept[w];
      }
      write_rows(d, rows);
    }
    if (waiting) {
      game_apply(s, seat, game_pick(s, mask));
      waiting = game_waiting(s);
      count++;
    }
    __syncwarp();
  }
  move_states<true>(d, slots);
  if (is_lane) {
    d.begun[k] = number;
    made[k] += count;
    d.lengths[k] += ended;
  }
}

// A block, one warp, teaches one lane: its threads share the roll-outs.
__global__ void __launch_bounds__(THREADS) teach_kernel(LaneMemory d, Teacher t) {
  __shared__ Slot slots[THREADS];
  __shared__ Slot root;
  __shared__ i64 worth[MOST];
  i64 k = blockIdx.x, seat = d.seats[k], choices = d.legal[k], seed = game_mix(t.seed, k), deal = 0, a_round;
  int own = threadIdx.x;
  for (int w = own; w < WORDS; w += THREADS) root.words[w] = ((const unsigned*)(d.states + k))[w];
  for (int a = own; a < MOST; a += THREADS) worth[a] = 0;
  __syncwarp();
  if (own == 0) game_hide(root.state, seat);
  __syncwarp();
  for (i64 left = rounds_of(root.state, choices, t, a_round); left > 0; left--) {
    i64 each = a_round / set_count(choices);
    try_choices(slots[own].state, root.state, seat, choices, deal, each, seed, t, own, THREADS, [&](i64 action, i64 value) {
      atomicAdd((unsigned long long*)&worth[action], (unsigned long long)value);
    });
    __syncwarp();
    for (int a = own; a < GAME_ACTIONS; a += THREADS)
      if (choices >> a & 1) t.tries[k * GAME_ACTIONS + a] += (int)each;
    choices = better_half(choices, worth);
    deal += each;
    __syncwarp();
  }
  for (int a = own; a < GAME_ACTIONS; a += THREADS) t.worth[k * GAME_ACTIONS + a] = worth[a];
}

// Rows as a network's input: column c is 1 where low[c] <= row[feature[c]] <= high[c], or where scale[c] is not 0, the
// number itself, scaled. `picks` names the rows wanted, or is null: then all in order. A thread writes eight columns, as
// bf16, of several rows, so it looks up only once what these columns are.
#define EXPANDED 32  // rows of a block

__global__ void expand_kernel(const short* rows, const i64* picks, i64 count, int columns, const short* feature,
                              const short* low, const short* high, const float* scale, unsigned short* out) {
  int c = (int)(blockIdx.y * blockDim.x + threadIdx.x) * 8;
  if (c >= columns) return;
  short own[8], from[8], to[8];
  float scaled[8];
#pragma unroll
  for (int k = 0; k < 8; k++) own[k] = feature[c + k], from[k] = low[c + k], to[k] = high[c + k], scaled[k] = scale[c + k];
  i64 end = least((blockIdx.x + 1) * (i64)EXPANDED, count);
#pragma unroll 2
  for (i64 r = blockIdx.x * (i64)EXPANDED; r < end; r++) {
    const short* row = rows + (picks ? picks[r] : r) * WIDTH;
    __align__(16) unsigned short eight[8];
#pragma unroll
    for (int k = 0; k < 8; k++) {
      short v = row[own[k]];
      float f = scaled[k] != 0.0f ? v * scaled[k] : (v >= from[k] && v <= to[k]) ? 1.0f : 0.0f;
      unsigned bits = __float_as_uint(f);
      eight[k] = (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    }
    *(uint4*)(out + r * columns + c) = *(uint4*)eight;
  }
}

extern "C" {
int lanes_expand(const short* rows, const i64* picks, i64 count, int columns, const short* feature, const short* low,
                 const short* high, const float* scale, unsigned short* out, void* stream) {
  unsigned pieces = columns / 8, parts = (pieces + 255) / 256, threads = ((pieces + parts - 1) / parts + 31) / 32 * 32;
  dim3 blocks((unsigned)((count + EXPANDED - 1) / EXPANDED), parts);
  expand_kernel<<<blocks, threads, 0, (cudaStream_t)stream>>>(rows, picks, count, columns, feature, low, high, scale, out);
  return (int)cudaGetLastError();
}
int lanes_step(LaneMemory* d, i64 restart, void* stream) {
  step_kernel LAUNCH(*d, restart);
  return (int)cudaGetLastError();
}
int lanes_look(LaneMemory* d, i64 seat, void* stream) {
  look_kernel LAUNCH(*d, seat);
  return (int)cudaGetLastError();
}
int lanes_draw(LaneMemory* d, i64 seed, void* stream) {
  draw_kernel<<<(unsigned)((d->lanes + 255) / 256), 256, 0, (cudaStream_t)stream>>>(*d, seed);
  return (int)cudaGetLastError();
}
int lanes_sensible(LaneMemory* d, i64 seed, void* stream) {
  sensible_kernel LAUNCH(*d, seed);
  return (int)cudaGetLastError();
}
int lanes_teach(LaneMemory* d, Teacher* t, void* stream) {
  teach_kernel<<<(unsigned)d->lanes, THREADS, 0, (cudaStream_t)stream>>>(*d, *t);
  return (int)cudaGetLastError();
}
int lanes_roll(LaneMemory* d, i64 rounds, int crowd, int seen, i64* made, void* stream) {
  if (seen) roll_kernel<true> LAUNCH(*d, rounds, crowd, made);
  else roll_kernel<false> LAUNCH(*d, rounds, crowd, made);
  return (int)cudaGetLastError();
}
const char* lanes_error(int code) { return cudaGetErrorString((cudaError_t)code); }
}

#else  // no device: a loop

extern "C" {
int lanes_step(LaneMemory* d, i64 restart, void*) {
  for (i64 k = 0; k < d->lanes; k++) {
    State s = d->states[k];
    i64 seat = step_lane(s, *d, k, restart);
    d->states[k] = s;
    for (i64 a = 0; a < GAME_ACTIONS; a++) d->masks[k * GAME_ACTIONS + a] = d->legal[k] >> a & 1;
    look(s, seat, *(Row*)(d->observations + k * WIDTH));
  }
  return 0;
}
int lanes_look(LaneMemory* d, i64 seat, void*) {
  for (i64 k = 0; k < d->lanes; k++) {
    State s = d->states[k];
    look(s, seat < s.seats_ ? seat : 0, *(Row*)(d->observations + k * WIDTH));
  }
  return 0;
}
int lanes_draw(LaneMemory* d, i64 seed, void*) {
  for (i64 k = 0; k < d->lanes; k++) draw_lane(*d, k, seed);
  return 0;
}
int lanes_sensible(LaneMemory* d, i64 seed, void*) {
  for (i64 k = 0; k < d->lanes; k++) {
    State s = d->states[k];
    sensible_lane(s, *d, k, seed);
  }
  return 0;
}
int lanes_teach(LaneMemory* d, Teacher* t, void*) {
  for (i64 k = 0; k < d->lanes; k++) {
    State root = d->states[k], s;
    i64 seat = d->seats[k], choices = d->legal[k], seed = game_mix(t->seed, k), deal = 0, a_round;
    i64* worth = t->worth + k * GAME_ACTIONS;
    game_hide(root, seat);
    for (i64 left = rounds_of(root, choices, *t, a_round); left > 0; left--) {
      i64 each = a_round / set_count(choices);
      try_choices(s, root, seat, choices, deal, each, seed, *t, 0, 1, [&](i64 action, i64 value) { worth[action] += value; });
      for (i64 rest = choices; rest; rest &= rest - 1) t->tries[k * GAME_ACTIONS + set_first(rest)] += (int)each;
      choices = better_half(choices, worth);
      deal += each;
    }
  }
  return 0;
}
const char* lanes_error(int) { return ""; }
}
#endif

extern "C" {
int lanes_state_size() { return (int)sizeof(State); }
int lanes_features() { return WIDTH; }
int lanes_actions() { return GAME_ACTIONS; }
int lanes_seats() { return GAME_SEATS; }
}
