import type { Status } from '#contract/terms/protocol';

/** Network of a database, stored at its first start. Its credits are valid only on this network. */
export interface DatabaseNetwork {
  readonly network: Status['network'];
  /** Genesis hash of the cluster; null on the local network, which may be recreated. */
  readonly genesisHash: string | null;
}

/** Returns why a database cannot be used on a network; null if it can. */
export function networkProblem(
  stored: DatabaseNetwork | null,
  network: DatabaseNetwork['network'],
): string | null {
  if (stored === null || stored.network === network) return null;
  return `the database belongs to ${nameOf(stored.network)}, not to ${nameOf(network)}: set DATABASE_URL or DATA_DIR to another database, or correct SOLANA_RPC_URL and SOLANA_CLUSTER`;
}

/**
 * Returns why an address cannot be the treasury of a database that has watched other addresses; null if it can.
 * A change of owners must not move the treasury, because the watcher would miss payments to the new first owner.
 */
export function treasuryProblem(
  watched: ReadonlySet<string>,
  { treasury, isTreasuryNamed }: { readonly treasury: string; readonly isTreasuryNamed: boolean },
): string | null {
  if (isTreasuryNamed || watched.size === 0 || watched.has(treasury)) return null;
  return `the first owner, ${treasury}, is not this database’s treasury: set TREASURY_WALLET to the address that holds the money`;
}

const nameOf = (network: DatabaseNetwork['network']): string =>
  network === 'local' ? 'the local network' : `Solana ${network}`;
