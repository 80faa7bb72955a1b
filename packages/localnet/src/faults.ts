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

export type Fault = ExchangeFault | SendFault;

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

const SEND_FAULTS: ReadonlySet<Fault['kind']> = new Set(['drop', 'roll-back']);

/** What goes wrong on purpose, for tests; nothing of it can be reached over RPC. */
export class FaultDial {
  #armed: Armed[] = [];

  /** Lets `fault` befall the next requests in scope; answers with a function that takes it back. */
  inject(fault: Fault, { times, methods }: FaultScope = {}): () => void {
    const armed = { fault, methods: methods ?? null, left: times ?? Number.POSITIVE_INFINITY };
    this.#armed.push(armed);
    return () => {
      this.#armed = this.#armed.filter((each) => each !== armed);
    };
  }

  /** Takes every fault back. */
  clear(): void {
    this.#armed = [];
  }

  /** The fault of an exchange with these methods, used up once. */
  takeExchange(methods: readonly string[]): ExchangeFault | null {
    const fault = this.#take(methods, false);
    return fault as ExchangeFault | null;
  }

  /** The fault of a sendTransaction, used up once. */
  takeSend(): SendFault | null {
    return this.#take(['sendTransaction'], true) as SendFault | null;
  }

  #take(methods: readonly string[], send: boolean): Fault | null {
    const armed = this.#armed.find(
      ({ fault, methods: wanted }) =>
        SEND_FAULTS.has(fault.kind) === send &&
        (wanted === null || methods.some((method) => wanted.includes(method))),
    );
    if (!armed) return null;
    armed.left -= 1;
    if (armed.left <= 0) this.#armed = this.#armed.filter((each) => each !== armed);
    return armed.fault;
  }
}
