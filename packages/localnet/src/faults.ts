/** What befalls a whole HTTP exchange. */
export type ExchangeFault =
  | { readonly kind: 'delay'; readonly ms: number }
  /** Never answers; the request is not executed. */
  | { readonly kind: 'time-out' }
  /** HTTP 429 with a Retry-After header. */
  | { readonly kind: 'rate-limit'; readonly retryAfterSeconds: number }
  /** HTTP 502 with an HTML body. */
  | { readonly kind: 'bad-gateway' }
  /** Executes the request and then never answers, or answers 502. */
  | { readonly kind: 'lose-answer'; readonly as: 'time-out' | 'bad-gateway' };

/** What befalls one sendTransaction, which answers with the signature all the same. */
export type SendFault =
  /** Passes preflight and never lands. */
  | { readonly kind: 'drop' }
  /** Lands, and vanishes so many slots later; between 2 and 31 it was confirmed and never finalized. */
  | { readonly kind: 'roll-back'; readonly afterSlots: number };

/** What a node that answers does not know; several can befall it at once. Websockets are spared. */
export type ViewFault =
  /** The node is behind by so many slots, at most 300. Accounts that are finalized by now are as they are now. */
  | { readonly kind: 'lag'; readonly slots: number }
  /** A transaction is missing in the node's history, although it landed. Base 58. */
  | { readonly kind: 'hole'; readonly signature: string }
  /** Transactions and blocks before this slot are gone, as on nodes that keep a few days. */
  | { readonly kind: 'prune'; readonly before: number };

export type Fault = ExchangeFault | SendFault | ViewFault;

export interface FaultScope {
  /** How many requests it befalls; every one where it is missing. */
  readonly times?: number;
  /** Only requests with one of these methods; any where it is missing. */
  readonly methods?: readonly string[];
}

interface Armed {
  readonly fault: Fault;
  readonly methods: readonly string[] | null;
  left: number;
}

const LAG_SLOTS_MAX = 300;

function isSend({ kind }: Fault): boolean {
  return kind === 'drop' || kind === 'roll-back';
}

function isView({ kind }: Fault): boolean {
  return kind === 'lag' || kind === 'hole' || kind === 'prune';
}

/** What goes wrong on purpose, for tests; nothing of it can be reached over RPC. */
export class FaultDial {
  readonly #reorganise: (signature: string) => void;
  #armed: Armed[] = [];

  constructor(reorganise: (signature: string) => void) {
    this.#reorganise = reorganise;
  }

  /** Lets `fault` befall the next requests in scope; answers with a function that takes it back. */
  inject(fault: Fault, { times, methods }: FaultScope = {}): () => void {
    if (fault.kind === 'lag' && !(fault.slots >= 0 && fault.slots <= LAG_SLOTS_MAX)) {
      throw new RangeError(`a node lags by at most ${LAG_SLOTS_MAX} slots`);
    }
    const armed = { fault, methods: methods ?? null, left: times ?? Number.POSITIVE_INFINITY };
    this.#armed.push(armed);
    return () => {
      this.#armed = this.#armed.filter((each) => each !== armed);
    };
  }

  /**
   * Lets a transaction that landed vanish at once, as when a cluster drops the fork it was on; those
   * after it are executed again. Throws where it is not there, or is finalized.
   */
  reorganise(signature: string): void {
    this.#reorganise(signature);
  }

  /** Takes every fault back. */
  clear(): void {
    this.#armed = [];
  }

  /** How far behind nodes are that lag: the states in between have to be kept. */
  get lagSlots(): number {
    return Math.max(0, ...this.#armed.map(({ fault }) => (fault.kind === 'lag' ? fault.slots : 0)));
  }

  /** The fault of an exchange with these methods, used up once. */
  takeExchange(methods: readonly string[]): ExchangeFault | null {
    const armed = this.#find(methods, (fault) => !isSend(fault) && !isView(fault))[0];
    return armed ? (this.#use(armed) as ExchangeFault) : null;
  }

  /** Whether a fault waits for a sendTransaction. */
  get befallsSend(): boolean {
    return this.#find(['sendTransaction'], isSend).length > 0;
  }

  /** The fault of a sendTransaction, used up once. */
  takeSend(): SendFault | null {
    const armed = this.#find(['sendTransaction'], isSend)[0];
    return armed ? (this.#use(armed) as SendFault) : null;
  }

  /** All that the node does not know which answers these methods, each used up once. */
  takeView(methods: readonly string[]): readonly ViewFault[] {
    return this.#find(methods, isView).map((armed) => this.#use(armed) as ViewFault);
  }

  #find(methods: readonly string[], wanted: (fault: Fault) => boolean): Armed[] {
    return this.#armed.filter(
      ({ fault, methods: scope }) =>
        wanted(fault) && (scope === null || methods.some((method) => scope.includes(method))),
    );
  }

  #use(armed: Armed): Fault {
    armed.left -= 1;
    if (armed.left <= 0) this.#armed = this.#armed.filter((each) => each !== armed);
    return armed.fault;
  }
}
