import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS, instant } from '#domain/base/time';
import { TOKEN_ACCOUNT_BYTES } from '#domain/sells/rent-charge';
import type { CacheSpec } from '../../cache/cache.ts';
import { tokenAccountCreation } from '../../chain/nonce-transactions.ts';
import type { UsdcStanding } from '../../chain/usdc-standing.ts';
import type { Parts } from '../../parts.ts';

/** What one transaction of one signature costs at most, with its priority fee. */
const FEE_MAX = 10_000n;

/** How long the chain is waited for. */
const PATIENCE_MS = 2 * SECOND_MS;

/** Of an account that is open already, only its owner could close it. */
const STANDING: CacheSpec<UsdcStanding['account'] | null> = { maxAgeMs: MINUTE_MS };

/** How the treasury's USDC account is; null where the chain does not answer. Asked once a minute at most. */
export function usdcAccount({
  cache,
  chain,
}: Pick<Parts, 'cache' | 'chain'>): Promise<UsdcStanding['account'] | null> {
  const read = async (): Promise<UsdcStanding['account'] | null> => {
    const standing = await chain.usdcStanding();
    return standing.kind === 'fact' ? standing.value.account : null;
  };
  const patience = (): Promise<null> => sleep(PATIENCE_MS, null, { ref: false });
  return cache.get(STANDING, {
    now: instant(Date.now()),
    read: () => Promise.race([read(), patience()]),
  });
}

/**
 * Makes the treasury's USDC account where it is missing, with money of the server's own key: the
 * treasury gives that key its fees already, and nothing leaves the treasury for no payout.
 */
export async function keepUsdcAccount({
  chain,
  nonces,
  alert,
}: Pick<Parts, 'chain' | 'nonces' | 'alert'>): Promise<void> {
  const standing = await chain.usdcStanding();
  if (standing.kind !== 'fact') return;
  const { mint, account } = standing.value;
  if (mint !== 'right' || account !== 'missing') return;
  const [balance, rent, latest] = [
    await chain.lamports(nonces.authority, 'confirmed'),
    await chain.rentExempt(TOKEN_ACCOUNT_BYTES),
    await chain.latestBlockhash(),
  ];
  if (balance.kind !== 'fact' || rent.kind !== 'fact' || latest.kind !== 'fact') return;
  // The health of the product says what is missing, and what to do.
  if (balance.value < rent.value + FEE_MAX) return;
  const made = await tokenAccountCreation(nonces, chain.till, latest.value.blockhash);
  const sending = await chain.send(made.transaction);
  if (sending.kind === 'refused') {
    alert('the treasury’s USDC account cannot be made', { err: sending.err });
  }
}
