import type { TransactionFacts } from '#domain/bonds/deposit';
import type { Payout } from '#domain/sells/payout';
import { type Answer, absent, fact, unknown } from './answer.ts';
import type { Chain } from './chain.ts';
import type { NamingOptions } from './naming.ts';
import { payoutKeys } from './payout-keys.ts';

/** Whether a transaction really is the treasury's payment of a payout; anybody can name its keys. */
function isPayment({ till }: Chain, payout: Payout, facts: TransactionFacts): boolean {
  if (facts.err !== null || !facts.signers.includes(till.treasury)) return false;
  const mint = payout.token === 'SOL' ? null : till.usdcMint;
  return facts.transfers.some(
    (transfer) =>
      transfer.mint === mint &&
      transfer.sourceOwner === till.treasury &&
      transfer.destinationOwner === payout.receiver &&
      transfer.amount === payout.amount,
  );
}

async function trace(
  chain: Chain,
  payout: Payout,
  upTo: Pick<NamingOptions, 'commitment' | 'untilSlot'>,
): Promise<Answer<string>> {
  const key = payoutKeys(payout).forAttempt;
  const named = await chain.naming({ key, sinceSlot: payout.builtSlot, ...upTo });
  if (named.kind !== 'fact') return named;
  for (const { signature, failed } of named.value) {
    if (failed) continue;
    const facts = await chain.facts(signature);
    if (facts.kind === 'unknown') return facts;
    // It is listed: whoever does not show it as far has not come as far.
    const { commitment } = facts.kind === 'fact' ? facts.value : { commitment: null };
    if (commitment !== 'finalized' && commitment !== upTo.commitment) return unknown('behind');
    if (facts.kind === 'fact' && isPayment(chain, payout, facts.value)) {
      return fact(signature, facts.slot);
    }
  }
  return absent(named.slot);
}

/** The signature under which a payout's transaction has been sent, found by the key that only it names. */
export function seenAs(chain: Chain, payout: Payout): Promise<Answer<string>> {
  return trace(chain, payout, { commitment: 'confirmed', untilSlot: payout.builtSlot });
}

/** The same of one that has expired, which all of the chain up to a finalized slot knows: absent is for good. */
export function landedAs(
  chain: Chain,
  payout: Payout,
  expiredAtSlot: number,
): Promise<Answer<string>> {
  return trace(chain, payout, { commitment: 'finalized', untilSlot: expiredAtSlot });
}
