import type { ChainView } from '../bank/view.ts';
import type { Json } from '../bytes/json.ts';
import type { FaultInjector } from '../faults.ts';
import type { Params } from './params.ts';

/** Dependencies of the methods. */
export interface Context {
  readonly chain: ChainView;
  readonly faults: FaultInjector;
  /** True if other requests are in progress. */
  readonly busy: () => boolean;
  /** Transfers lamports from the faucet. Resolves with the signature. */
  readonly airdrop: (address: string, lamports: bigint) => Promise<string>;
}

type Method<C> = (params: Params, context: C) => Json | Promise<Json>;
export type Methods<C = Context> = Readonly<Record<string, Method<C>>>;
