import type { Status } from '#contract/terms/protocol';

/** Which chain a database is of, written down once: what was credited there is owed there. */
export interface DatabaseNetwork {
  readonly network: Status['network'];
  /** Of the cluster's first block; null on the local network, which may be made again. */
  readonly genesisHash: string | null;
}

/** Why a database cannot be used on a network; null where it can. */
export function networkProblem(
  pin: DatabaseNetwork | null,
  network: DatabaseNetwork['network'],
): string | null {
  if (pin === null || pin.network === network) return null;
  return `the database belongs to ${spoken(pin.network)}, not to ${spoken(network)}: set DATABASE_URL or DATA_DIR to another database, or correct SOLANA_RPC_URL and SOLANA_CLUSTER`;
}

/**
 * Why an address cannot be the treasury of a database that has watched others; null where it can. A change
 * of owners must not move it: the watcher would not find payments to the wallet that is now named first.
 */
export function treasuryProblem(
  watched: ReadonlySet<string>,
  { treasury, isTreasuryNamed }: { readonly treasury: string; readonly isTreasuryNamed: boolean },
): string | null {
  if (isTreasuryNamed || watched.size === 0 || watched.has(treasury)) return null;
  return `the first owner, ${treasury}, is not this database’s treasury: set TREASURY_WALLET to the address that holds the money`;
}

const spoken = (network: DatabaseNetwork['network']): string =>
  network === 'local' ? 'the local network' : `Solana ${network}`;
