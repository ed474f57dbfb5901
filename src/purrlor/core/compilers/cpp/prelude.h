// What every translated game stands on. A device compiler and a plain one read the same text.
#pragma once
#ifdef __CUDACC__
#define DEVICE __device__ __forceinline__
#define FUNCTION __device__ __forceinline__
#define TABLE static __device__ const
#define POPCOUNT(x) __popcll(x)
#else
#define DEVICE inline
#define FUNCTION static inline
#define TABLE static const
#define POPCOUNT(x) __builtin_popcountll(x)
#endif
typedef long long i64;
typedef unsigned long long u64;

struct Wide {  // a 64-bit field that may lie at any multiple of four bytes
  unsigned low, high;
  DEVICE operator i64() const { return (i64)((u64)high << 32 | low); }
  DEVICE Wide& operator=(i64 value) {
    low = (unsigned)value;
    high = (unsigned)((u64)value >> 32);
    return *this;
  }
};

#define MOST_NUMBERS 3
struct Next {  // a call that a function leaves to its caller: the function's number, 0 for none, and what it is given
  int go = 0;
  i64 at[MOST_NUMBERS];
};

template <int N>
struct Numbers {  // a tuple as a value
  i64 at[N];
  DEVICE i64 operator[](i64 k) const { return at[k]; }
};

FUNCTION i64 floor_div(i64 a, i64 b) {
  i64 q = a / b;
  return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}
FUNCTION i64 floor_mod(i64 a, i64 b) {
  i64 r = a % b;
  return r + ((r != 0) && ((r < 0) != (b < 0)) ? b : 0);
}
FUNCTION i64 least(i64 a, i64 b) { return a < b ? a : b; }
FUNCTION i64 greatest(i64 a, i64 b) { return a > b ? a : b; }
FUNCTION i64 magnitude(i64 a) { return a < 0 ? -a : a; }
FUNCTION i64 set_count(i64 set) { return POPCOUNT((u64)set); }
FUNCTION i64 set_first(i64 set) { return POPCOUNT(((u64)set & (0 - (u64)set)) - 1); }
