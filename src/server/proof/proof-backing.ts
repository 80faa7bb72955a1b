import { formatAmount } from '#domain/base/money';
import type { Day } from '#proof/files/day';
import { ownershipMessage } from '#proof/files/ownership';
import { type Proof, type ProofSnapshot, type ProvenHolding, worthOf } from '#domain/proof/proof';
import { signText } from '../kernel/chain/sign.ts';
import type { Parts } from '../kernel/parts.ts';
import { readClock } from '../kernel/terms/protocol-clock.ts';
import { readTreasuryHoldings } from '../treasury/treasury-holdings.ts';

type Backing = Pick<Proof, 'holdings' | 'worth'>;

/**
 * Reads what the treasury holds on the chain now, and values it against what is owed. Null if the chain does
 * not respond.
 */
export async function readBacking(
  parts: Pick<Parts, 'database' | 'cache' | 'chain' | 'isStaticFeed'>,
  snapshot: ProofSnapshot,
): Promise<Backing | null> {
  const { database, chain } = parts;
  const read = await chain.balances('finalized');
  if (read.kind !== 'fact') return null;
  const { value: balances, slot } = read;
  const { treasury, treasuryTokenAccount } = chain.till;
  const units: Readonly<Record<string, bigint>> = { SOL: balances.lamports, USDC: balances.usdc };
  const all = await readTreasuryHoldings(parts, await readClock(database), snapshot.at);
  return {
    holdings: [
      {
        asset: 'SOL',
        address: treasury,
        amount: formatAmount('SOL', balances.lamports),
        slot,
        ownership: null,
      },
      {
        asset: 'USDC',
        address: treasuryTokenAccount,
        amount: formatAmount('USDC', balances.usdc),
        slot,
        ownership: null,
      },
    ],
    worth: worthOf(
      snapshot,
      all.map((holding) => ({ ...holding, units: units[holding.symbol] ?? holding.units })),
    ),
  };
}

/** Signs for the accounts if the treasury's key is on this server. */
export async function signBacking(
  { treasuryKey }: Pick<Parts, 'treasuryKey'>,
  { day, root }: { readonly day: Day; readonly root: string },
  holdings: Proof['holdings'],
): Promise<ProvenHolding[]> {
  return Promise.all(
    holdings.map(async (holding) => {
      if (!treasuryKey) return holding;
      const { asset, address } = holding;
      const message = ownershipMessage({ day, root, asset, address });
      return {
        ...holding,
        ownership: { message, signature: await signText(message, treasuryKey) },
      };
    }),
  );
}
