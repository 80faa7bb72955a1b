/** Fault of a whole HTTP exchange. */
export type ExchangeFault =
  | { readonly kind: 'delay'; readonly ms: number }
  /** No response; the request is not executed. */
  | { readonly kind: 'time-out' }
  /** HTTP 429 with a Retry-After header. */
  | { readonly kind: 'rate-limit'; readonly retryAfterSeconds: number }
  /** HTTP 502 with an HTML body. */
  | { readonly kind: 'bad-gateway' }
  /** Executes the request, then sends no response or a 502. */
  | { readonly kind: 'lose-answer'; readonly as: 'time-out' | 'bad-gateway' };

/** Fault of one sendTransaction, which still returns the signature. */
export type SendFault =
  /** Passes preflight and never lands. */
  | { readonly kind: 'drop' }
  /** Lands and is rolled back `afterSlots` later. With 2 to 31 it is confirmed, but never finalized. */
  | { readonly kind: 'roll-back'; readonly afterSlots: number };

/** State that the responding node lacks. Several can apply at once. Websockets are not affected. */
export type ViewFault =
  /** The node lags by `slots` (at most 300). Accounts finalized by now have their current state. */
  | { readonly kind: 'lag'; readonly slots: number }
  /** A landed transaction is missing from the node's history. The signature is in base 58. */
  | { readonly kind: 'hole'; readonly signature: string }
  /** Transactions and blocks before this slot are pruned, as on nodes that retain a few days. */
  | { readonly kind: 'prune'; readonly before: number };

export type Fault = ExchangeFault | SendFault | ViewFault;

export interface FaultScope {
  /** Number of requests affected; default: unlimited. */
  readonly times?: number;
  /** Methods affected; default: all. */
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

/** Fault injection for tests. Not reachable over RPC. */
export class FaultInjector {
  readonly #reorganise: (signature: string) => void;
  #armed: Armed[] = [];

  constructor(reorganise: (signature: string) => void) {
    this.#reorganise = reorganise;
  }

  /** Injects `fault` into the next requests in scope. Returns a function that removes it. */
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
   * Rolls back a landed transaction immediately, as in a fork switch, and executes later transactions again.
   * Throws if the transaction is unknown or finalized.
   */
  reorganise(signature: string): void {
    this.#reorganise(signature);
  }

  /** Removes all faults. */
  clear(): void {
    this.#armed = [];
  }

  /** Largest lag of the active faults. Account states of that many slots must stay readable. */
  get lagSlots(): number {
    return Math.max(0, ...this.#armed.map(({ fault }) => (fault.kind === 'lag' ? fault.slots : 0)));
  }

  /** Consumes the next exchange fault for these methods; null if there is none. */
  takeExchange(methods: readonly string[]): ExchangeFault | null {
    const armed = this.#find(methods, (fault) => !isSend(fault) && !isView(fault))[0];
    return armed ? (this.#use(armed) as ExchangeFault) : null;
  }

  /** True if a fault for sendTransaction is active. */
  get hasSendFault(): boolean {
    return this.#find(['sendTransaction'], isSend).length > 0;
  }

  /** Consumes the next sendTransaction fault; null if there is none. */
  takeSend(): SendFault | null {
    const armed = this.#find(['sendTransaction'], isSend)[0];
    return armed ? (this.#use(armed) as SendFault) : null;
  }

  /** Consumes one use of every view fault for these methods. */
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
