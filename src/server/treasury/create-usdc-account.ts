import { MINUTE_MS } from '#domain/base/time';
import { TOKEN_ACCOUNT_BYTES } from '#domain/payouts/rent-charge';
import { tokenAccountCreation } from '../kernel/chain/nonce-transactions.ts';
import type { Parts } from '../kernel/parts.ts';
import type { Job } from '../kernel/jobs/job.ts';

/** Maximum cost of a transaction with one signature, including its priority fee. */
const FEE_MAX = 10_000n;

/**
 * Creates the treasury's USDC account if it is missing. The server's own key pays, so that nothing leaves the
 * treasury without a payout; the treasury covers that key's fees already.
 */
export function createUsdcAccount({
  chain,
  nonces,
  alert,
}: Pick<Parts, 'chain' | 'nonces' | 'alert'>): Job {
  return {
    name: 'keep-treasury-usdc',
    everyMs: 5 * MINUTE_MS,
    async run() {
      const standing = await chain.usdcAccountState();
      if (standing.kind !== 'fact') return;
      const { mint, account } = standing.value;
      if (mint !== 'right' || account !== 'missing') return;
      const [balance, rent, latest] = [
        await chain.lamports(nonces.authority, 'confirmed'),
        await chain.rentExempt(TOKEN_ACCOUNT_BYTES),
        await chain.latestBlockhash(),
      ];
      if (balance.kind !== 'fact' || rent.kind !== 'fact' || latest.kind !== 'fact') return;
      // The health page reports the missing balance, and what to do.
      if (balance.value < rent.value + FEE_MAX) return;
      const made = await tokenAccountCreation(nonces, chain.till, latest.value.blockhash);
      const sending = await chain.send(made.transaction);
      if (sending.kind === 'refused') {
        alert('the treasury’s USDC account cannot be made', { err: sending.err });
      }
    },
  };
}
