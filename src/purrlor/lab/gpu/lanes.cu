// Many matches of one game side by side: the translated twin of lab/kernels/vector.py. nvcc makes one thread a lane, a plain C++
// compiler a loop over the lanes; both give the same bytes. Built with -DGAME="…", a header of core/cpp.
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
#define WIDTH (GAME_PLANES + GAME_LOOKAHEAD)
#else
#define WIDTH GAME_PLANES
#endif
typedef short Row[WIDTH];

FUNCTION void begin_match(State& s, const LaneMemory& d, i64 k, i64 number) {
  s = d.tables[(k + number) % d.kinds];
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

FUNCTION void look(const LaneMemory& d, const State& s, i64 k, i64 seat, Row& row) {
  State veil = s;
  game_hide(veil, seat);
  game_observe(veil, seat, *(short(*)[GAME_PLANES])row);
#if WIDTH > GAME_PLANES
  game_lookahead(veil, seat, *(short(*)[GAME_LOOKAHEAD])(row + GAME_PLANES));
#endif
}

// One decision in lane k, or a new beginning. What the next seat sees is written into `row`. One loop, so that every
// function of the rules is called, and therefore compiled, in one place.
FUNCTION void step_lane(const LaneMemory& d, i64 k, i64 restart, Row& row) {
  State s = d.states[k];
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
  for (i64 a = 0; a < GAME_ACTIONS; a++) d.masks[k * GAME_ACTIONS + a] = mask >> a & 1;
  d.states[k] = s;
  look(d, s, k, seat, row);
}

FUNCTION void draw_lane(const LaneMemory& d, i64 k, i64 seed) {  // a random legal action
  i64 mask = d.legal[k];
  for (i64 n = (game_mix(seed, k) >> 29) * set_count(mask) >> 32; n > 0; n--) mask &= mask - 1;
  d.actions[k] = set_first(mask);
}

FUNCTION void sensible_lane(const LaneMemory& d, i64 k, i64 seed) {  // what a cat does, from what its seat may know
  State s = d.states[k];
  i64 seat = d.seats[k];
  game_hide(s, seat);
  i64 action = game_sensible(s, seat);
  if (action >= 0 && (d.legal[k] >> action & 1)) d.actions[k] = action;
  else draw_lane(d, k, seed);
}

FUNCTION void look_lane(const LaneMemory& d, i64 k, i64 seat, Row& row) {  // another seat's view; an empty seat sees seat 0's
  look(d, d.states[k], k, seat < d.states[k].seats_ ? seat : 0, row);
}

#ifdef __CUDACC__
#include <cuda_runtime.h>

#define THREADS 64
#define PADDED (2 * ((WIDTH + 1) / 2 | 1))  // an odd number of words: no two threads of a warp share a bank
#define LANE i64 k = blockIdx.x * (i64)THREADS + threadIdx.x
#define LAUNCH <<<(unsigned)((d->lanes + THREADS - 1) / THREADS), THREADS, 0, (cudaStream_t)stream>>>

// Rows are gathered in shared memory and leave it side by side.
__device__ __forceinline__ void write_rows(const LaneMemory& d, short (*rows)[PADDED]) {
  __syncthreads();
  i64 first = blockIdx.x * (i64)THREADS;
  for (int r = threadIdx.x / 32; r < THREADS && first + r < d.lanes; r += THREADS / 32)
    for (int c = threadIdx.x % 32; c < WIDTH; c += 32) d.observations[(first + r) * WIDTH + c] = rows[r][c];
  __syncthreads();
}

__global__ void __launch_bounds__(THREADS) step_kernel(LaneMemory d, i64 restart) {
  __shared__ short rows[THREADS][PADDED];
  LANE;
  if (k < d.lanes) step_lane(d, k, restart, *(Row*)rows[threadIdx.x]);
  write_rows(d, rows);
}

__global__ void __launch_bounds__(THREADS) look_kernel(LaneMemory d, i64 seat) {
  __shared__ short rows[THREADS][PADDED];
  LANE;
  if (k < d.lanes) look_lane(d, k, seat, *(Row*)rows[threadIdx.x]);
  write_rows(d, rows);
}

__global__ void draw_kernel(LaneMemory d, i64 seed) {
  LANE;
  if (k < d.lanes) draw_lane(d, k, seed);
}

__global__ void sensible_kernel(LaneMemory d, i64 seed) {
  LANE;
  if (k < d.lanes) sensible_lane(d, k, seed);
}

// Random play: `rounds` times one decision in every lane. A warp waits until `crowd` of its lanes are over before these
// begin again: a beginning is long, and the other lanes stand still for it. With `seen`, observation and mask of every
// decision are written. Decisions made are added to made[k], matches ended to d.lengths[k].
template <bool seen>
__global__ void __launch_bounds__(THREADS) roll_kernel(LaneMemory d, i64 rounds, int crowd, i64* made) {
  __shared__ short rows[seen ? THREADS : 1][PADDED];
  LANE;
  bool is_lane = k < d.lanes;
  State s;
  i64 number = 0, count = 0, ended = 0, waiting = 0;
  if (is_lane) {
    s = d.states[k];
    number = d.begun[k];
    waiting = game_waiting(s);
  }
  for (i64 r = 0; r < rounds; r++) {
    unsigned over = __ballot_sync(0xffffffffu, is_lane && !waiting);
    if (__popc(over) >= crowd && is_lane && !waiting) {
      begin_match(s, d, k, number++);
      ended++;
      waiting = game_waiting(s);
    }
    i64 seat = waiting ? set_first(waiting) : 0, mask = 0;
    if (waiting) mask = game_legal(s, seat);
    if (seen) {
      if (waiting) {
        look(d, s, k, seat, *(Row*)rows[threadIdx.x]);
        d.legal[k] = mask;
        for (i64 a = 0; a < GAME_ACTIONS; a++) d.masks[k * GAME_ACTIONS + a] = mask >> a & 1;
      }
      write_rows(d, rows);
    }
    if (waiting) {
      game_apply(s, seat, game_pick(s, mask));
      waiting = game_waiting(s);
      count++;
    }
  }
  if (is_lane) {
    d.states[k] = s;
    d.begun[k] = number;
    made[k] += count;
    d.lengths[k] += (int)ended;
  }
}

// Rows as a network's input: column c is 1 where low[c] <= row[plane[c]] <= high[c], or where scale[c] is not 0, the
// number itself, scaled. `picks` names the rows wanted, or is null: then all in order. Eight columns a thread, as bf16.
__global__ void expand_kernel(const short* rows, const i64* picks, i64 count, int columns, const short* plane,
                              const short* low, const short* high, const float* scale, unsigned short* out) {
  i64 at = blockIdx.x * (i64)blockDim.x + threadIdx.x;
  int pieces = columns / 8;
  if (at >= count * pieces) return;
  i64 r = at / pieces;
  int c = (int)(at % pieces) * 8;
  const short* row = rows + (picks ? picks[r] : r) * WIDTH;
  unsigned short eight[8];
  for (int k = 0; k < 8; k++) {
    short v = row[plane[c + k]];
    float f = scale[c + k] != 0.0f ? v * scale[c + k] : (v >= low[c + k] && v <= high[c + k]) ? 1.0f : 0.0f;
    unsigned bits = __float_as_uint(f);
    eight[k] = (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  }
  *(uint4*)(out + r * columns + c) = *(uint4*)eight;
}

extern "C" {
int lanes_expand(const short* rows, const i64* picks, i64 count, int columns, const short* plane, const short* low,
                 const short* high, const float* scale, unsigned short* out, void* stream) {
  i64 threads = count * (columns / 8);
  expand_kernel<<<(unsigned)((threads + 255) / 256), 256, 0, (cudaStream_t)stream>>>(rows, picks, count, columns, plane,
                                                                                      low, high, scale, out);
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
  draw_kernel LAUNCH(*d, seed);
  return (int)cudaGetLastError();
}
int lanes_sensible(LaneMemory* d, i64 seed, void* stream) {
  sensible_kernel LAUNCH(*d, seed);
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
  for (i64 k = 0; k < d->lanes; k++) step_lane(*d, k, restart, *(Row*)(d->observations + k * WIDTH));
  return 0;
}
int lanes_look(LaneMemory* d, i64 seat, void*) {
  for (i64 k = 0; k < d->lanes; k++) look_lane(*d, k, seat, *(Row*)(d->observations + k * WIDTH));
  return 0;
}
int lanes_draw(LaneMemory* d, i64 seed, void*) {
  for (i64 k = 0; k < d->lanes; k++) draw_lane(*d, k, seed);
  return 0;
}
int lanes_sensible(LaneMemory* d, i64 seed, void*) {
  for (i64 k = 0; k < d->lanes; k++) sensible_lane(*d, k, seed);
  return 0;
}
const char* lanes_error(int) { return ""; }
}
#endif

extern "C" {
int lanes_state_size() { return (int)sizeof(State); }
int lanes_planes() { return WIDTH; }
int lanes_actions() { return GAME_ACTIONS; }
int lanes_seats() { return GAME_SEATS; }
}
