import { type RpcCall, resultOf } from './rpc-call.ts';

/** Circle's USDC on each public cluster, by the cluster's genesis hash. */
const MINTS: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  '4uhcVJyU9pJkvQyS88uRDiswHXSGkY3zQawwpjk2NsNY': 'CpMah17kQEL2wqyMKt3mZBdTnZbkbfx4nqmQMFDP5vwp',
};

/** Returns the mint of USDC on the node's cluster; null on a cluster that is not public. */
export async function usdcMintAt(call: RpcCall): Promise<string | null> {
  return MINTS[String(resultOf(await call('getGenesisHash', [])))] ?? null;
}
