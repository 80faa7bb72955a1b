/** FIPS 180-4's constants: the first 32 bits of the cube roots' fractions of the first 64 primes. */
const K = /* @__PURE__ */ roundConstants();
const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

const schedule = new Int32Array(64);
const state = new Int32Array(8);
/** Room for a message with its padding; longer ones get their own. */
let padded = new Uint8Array(2 * BLOCK_BYTES);

/**
 * SHA-256, synchronous: the browser's own answers with a promise for each, which for the millions of
 * nodes of a tree takes several times as long as the hashing.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const digest = new Uint8Array(32);
  sha256Into(message, digest, 0);
  return digest;
}

/** Writes the digest into `out` from `at` on: nothing is allocated for messages of up to 119 bytes. */
export function sha256Into(message: Uint8Array, out: Uint8Array, at: number): void {
  const { length } = message;
  const bytes = BLOCK_BYTES * Math.ceil((length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  if (padded.length < bytes) padded = new Uint8Array(bytes);
  padded.set(message);
  padded[length] = 0x80;
  padded.fill(0, length + 1, bytes);
  // The length in bits; what a browser can hold has at most 2³⁹ of them.
  padded[bytes - 5] = length >>> 29;
  padded[bytes - 4] = length >>> 21;
  padded[bytes - 3] = length >>> 13;
  padded[bytes - 2] = length >>> 5;
  padded[bytes - 1] = length << 3;
  state.set(START);
  for (let block = 0; block < bytes; block += BLOCK_BYTES) compress(padded, block);
  for (let word = 0; word < 8; word += 1) {
    const value = state[word] as number;
    const byte = at + 4 * word;
    out[byte] = value >>> 24;
    out[byte + 1] = value >>> 16;
    out[byte + 2] = value >>> 8;
    out[byte + 3] = value;
  }
}

const START = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);

function compress(data: Uint8Array, block: number): void {
  const w = schedule;
  for (let i = 0, byte = block; i < 16; i += 1, byte += 4) {
    w[i] =
      ((data[byte] as number) << 24) |
      ((data[byte + 1] as number) << 16) |
      ((data[byte + 2] as number) << 8) |
      (data[byte + 3] as number);
  }
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  add(0, a);
  add(1, b);
  add(2, c);
  add(3, d);
  add(4, e);
  add(5, f);
  add(6, g);
  add(7, h);
}

function add(word: number, value: number): void {
  state[word] = (state[word] as number) + value;
}

/** Whole numbers alone: 32 bits of a cube root's fraction are more than a float's are sure of. */
function roundConstants(): Int32Array {
  const constants = new Int32Array(64);
  for (let found = 0, candidate = 2; found < 64; candidate += 1) {
    if (!isPrime(candidate)) continue;
    constants[found] = Number(BigInt.asIntN(32, cubeRoot(BigInt(candidate) << 96n)));
    found += 1;
  }
  return constants;
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
    if (candidate % divisor === 0) return false;
  }
  return true;
}

/** Rounded down. */
function cubeRoot(value: bigint): bigint {
  let [low, high] = [0n, 1n << 40n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle * middle <= value) low = middle;
    else high = middle;
  }
  return low;
}
