import type { TransactionFacts } from '#domain/deposit';
import type { Payout } from '#domain/payout';
import { type Answer, absent, fact, unknown } from './answer.ts';
import type { Chain } from './chain.ts';
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

/** The signature under which a payout's transaction landed, found by the key that only it names. */
export async function traceOf(chain: Chain, payout: Payout): Promise<Answer<string>> {
  const since = await chain.signaturesSince({
    address: payoutKeys(payout).forAttempt,
    cursor: null,
    emptyUntilSlot: payout.builtSlot,
    commitment: 'finalized',
  });
  if (since.kind !== 'fact') return since;
  if (since.value.walk) return unknown('too-large');
  for (const { signature, failed } of since.value.signatures) {
    if (failed) continue;
    const facts = await chain.facts(signature);
    if (facts.kind === 'unknown') return facts;
    if (facts.kind === 'fact' && isPayment(chain, payout, facts.value)) {
      return fact(signature, facts.slot);
    }
  }
  return absent(since.slot);
}
