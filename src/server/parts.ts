import type { Status } from '#contract/protocol';
import type { LocalNetwork } from './local/local-network.ts';
import type { Database } from './store/database.ts';
import type { RulesCache } from './store/terms.ts';

/** What actions are made of; built once in main.ts, or by a test. */
export interface Parts {
  readonly database: Database;
  readonly rules: RulesCache;
  readonly network: Status['network'];
  readonly version: string;
  /** Owner and treasury. */
  readonly ownerWallet: string;
  /** Null on a real cluster. */
  readonly local: LocalNetwork | null;
  /** Where the local network's calls are answered: they hand out keys. */
  readonly localOffered: 'loopback' | 'everywhere' | 'nowhere';
}
