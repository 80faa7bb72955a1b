import { PUBSUB_METHODS } from '../src/pubsub/session.ts';
import { METHODS } from '../src/rpc/dispatch.ts';

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Existing accounts and signatures, so that some messages are nearly valid. */
export interface Known {
  readonly addresses: readonly string[];
  readonly signatures: readonly string[];
  readonly transactions: readonly Buffer[];
}

const ODD: readonly unknown[] = [
  null,
  true,
  '',
  '0',
  'x',
  '0OIl',
  'é🦀\u0000',
  '\ud800',
  '1'.repeat(44),
  'z'.repeat(44),
  'A'.repeat(20_000),
  -1,
  0,
  -0,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e308,
  [],
  {},
  [[]],
  [null],
  { toString: 1, length: -1 },
];
const FIELDS: readonly (readonly [name: string, values: readonly unknown[]])[] = [
  ['commitment', ['processed', 'confirmed', 'finalized', 'recent', 7]],
  ['encoding', ['base58', 'base64', 'base64+zstd', 'jsonParsed', 'json', 'binary', 'hex', {}]],
  ['minContextSlot', [0, 10 ** 9, -1, '1', null]],
  [
    'dataSlice',
    [{ offset: 0, length: 8 }, { offset: 2 ** 40, length: 2 ** 40 }, { offset: -1 }, 1],
  ],
  [
    'filters',
    [[{ dataSize: 165 }], [{ memcmp: { offset: 2 ** 33, bytes: '1' } }], [{}], [[]], 'x'],
  ],
  ['limit', [0, 1, 1_000, 1_001, 2 ** 53, -5]],
  ['before', ['', 'x', 5]],
  ['transactionDetails', ['full', 'accounts', 'signatures', 'none', 'all']],
  ['maxSupportedTransactionVersion', [0, 1, -1, 'legacy']],
  ['searchTransactionHistory', [true, 'true']],
  ['skipPreflight', [true, false, 1]],
  ['sigVerify', [true]],
  ['replaceRecentBlockhash', [true]],
  ['innerInstructions', [true]],
  ['accounts', [{ addresses: ['x'] }, { addresses: [], encoding: 'jsonParsed' }, []]],
  ['range', [{ firstSlot: 0, lastSlot: 10 ** 12 }, { firstSlot: -1 }, []]],
  ['mint', ['x']],
  ['programId', ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 1]],
  ['withContext', [true]],
  ['__proto__', [{ x: 1 }]],
];
/** Kept out of batches, because its refusal is an internal error. */
const AIRDROP = 'requestAirdrop';
const NAMES = [
  ...Object.keys(METHODS).filter((name) => name !== AIRDROP),
  ...Object.keys(PUBSUB_METHODS),
  '__proto__',
  'constructor',
  'toString',
  '',
  'getNothing',
];
const TRANSACTION_METHODS = ['sendTransaction', 'simulateTransaction', 'getFeeForMessage'];

/** Generates malformed and nearly valid JSON-RPC texts. */
export class Messages {
  readonly #random: () => number;
  readonly #known: Known;

  constructor(seed: number, known: Known) {
    this.#random = randomOf(seed);
    this.#known = known;
  }

  /** Random whole number below `bound`. */
  below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  pick<T>(of: readonly T[]): T {
    return of[this.below(of.length)] as T;
  }

  /** Text of a request body or websocket message. */
  text(): string {
    const kind = this.below(10);
    if (kind === 0) return this.#garbage();
    if (kind === 1) return this.#cut(JSON.stringify(this.#call()));
    if (kind === 2)
      return JSON.stringify(Array.from({ length: this.below(130) }, () => this.#entry()));
    return JSON.stringify(this.below(60) === 0 ? this.#named(AIRDROP) : this.#call());
  }

  /** Random bytes, or a text with some bytes changed. */
  bytes(): Buffer {
    if (this.below(2) === 0)
      return Buffer.from(Array.from({ length: this.below(200) }, () => this.below(256)));
    return this.#changed(Buffer.from(this.text()));
  }

  #garbage(): string {
    const nested = 1 + this.below(20_000);
    return this.pick([
      '',
      ' ',
      'null',
      '{',
      '[]',
      '[[]]',
      '"x"',
      '\ufeff{}',
      '{"jsonrpc":"2.0","id":1,"method":"getSlot","method":"getHealth"}',
      `{"jsonrpc":"2.0","id":1,"method":"getBalance","params":${'['.repeat(nested)}${']'.repeat(nested)}}`,
      '['.repeat(nested),
      `{"jsonrpc":"2.0","id":${'9'.repeat(1 + this.below(400))},"method":"getSlot"}`,
      '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[1e999]}',
      'x'.repeat(this.below(60_000)),
    ]);
  }

  #entry(): unknown {
    return this.below(8) === 0 ? this.pick(ODD.slice(0, 24)) : this.#call();
  }

  #call(): object {
    if (this.below(6) === 0) return this.#transactionCall();
    return this.#named(this.pick(NAMES));
  }

  #named(method: string): object {
    const params = Array.from({ length: this.below(4) }, () => this.#param());
    const call: Record<string, unknown> = { jsonrpc: '2.0', id: this.below(1_000), method, params };
    if (this.below(12) === 0) call['params'] = this.pick(ODD);
    if (this.below(12) === 0) call['id'] = this.pick(ODD);
    if (this.below(12) === 0) call['jsonrpc'] = this.pick(ODD);
    if (this.below(20) === 0) call['method'] = this.pick(ODD);
    return call;
  }

  #transactionCall(): object {
    const encoding = this.pick(['base64', 'base58', 'hex', undefined]);
    const whole = this.pick(this.#known.transactions);
    const bytes =
      this.below(3) === 0 ? whole.subarray(0, this.below(whole.length)) : this.#changed(whole);
    const data = bytes.toString(this.below(10) === 0 ? 'hex' : 'base64');
    const options = { ...this.#options(), ...(encoding === undefined ? {} : { encoding }) };
    const method = this.pick(TRANSACTION_METHODS);
    return { jsonrpc: '2.0', id: this.below(1_000), method, params: [data, options] };
  }

  #param(): unknown {
    const { addresses, signatures } = this.#known;
    switch (this.below(7)) {
      case 0:
        return this.pick(ODD);
      case 1:
        return this.#options();
      case 2:
        return this.pick(signatures);
      case 3:
        return Array.from({ length: this.below(120) }, () =>
          this.pick([...addresses, ...signatures]),
        );
      case 4:
        return this.pick([0, 1, 10, 299, 300, 301, 432_000, 10 ** 6, 10 ** 9, 10 ** 12]);
      default:
        return this.pick(addresses);
    }
  }

  #options(): object {
    const options: Record<string, unknown> = {};
    for (let i = this.below(4); i > 0; i--) {
      const [name, values] = this.pick(FIELDS);
      options[name] = this.below(5) === 0 ? this.pick(ODD) : this.pick(values);
    }
    return options;
  }

  #cut(text: string): string {
    return text.slice(0, this.below(text.length));
  }

  #changed(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes);
    for (let i = 1 + this.below(4); i > 0; i--) copy[this.below(copy.length)] = this.below(256);
    return copy;
  }
}
