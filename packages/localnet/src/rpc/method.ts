import type { ChainView } from '../bank/view.ts';
import type { Json } from '../bytes/json.ts';
import type { FaultDial } from '../faults.ts';
import type { Params } from './params.ts';

/** What a method may use. */
export interface Context {
  readonly chain: ChainView;
  readonly faults: FaultDial;
  /** Whether other requests are under way. */
  readonly busy: () => boolean;
  /** Transfers lamports out of the faucet; resolves with the signature. */
  readonly airdrop: (address: string, lamports: bigint) => Promise<string>;
}

type Method<C> = (params: Params, context: C) => Json | Promise<Json>;
export type Methods<C = Context> = Readonly<Record<string, Method<C>>>;
