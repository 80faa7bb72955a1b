import type { Life } from './life.ts';
import type { Account } from './model/account.ts';
import { MINUTE, bought, decimal, inLmt } from './model/arithmetic.ts';
import { quoteBond } from './model/bonds.ts';
import { isPaused, pricesAt, settingsAt } from './model/terms.ts';

/** Maximum supply that no simulation reaches, in units. */
const FAR = 1_000_000_000_00000000n;

/** Sets the maximum supply. */
export async function setMaxSupply(life: Life, maxSupply = FAR): Promise<void> {
  const { terms, now } = life;
  await life.write({
    account: null,
    request: {
      method: 'POST',
      path: '/api/admin/settings',
      body: { maxSupply: inLmt(maxSupply) },
    },
    apply: () => {
      terms.settings.push({ at: now, value: { ...settingsAt(terms, now), maxSupply } });
      return { status: 200, body: { maxSupply: inLmt(maxSupply) } };
    },
  });
}

/** Lowers the maximum supply to exactly one more bond; a unit more is refused. */
export async function tightenSupply(life: Life): Promise<void> {
  const everybody = life.everybody();
  if (everybody.length === 0 || isPaused(life.terms, life.now)) return;
  const account = life.random.pick(everybody);
  // The supply is exact only after every vault is swept and every final payout is booked.
  await life.world.pass(2 * MINUTE);
  await life.runJobs();
  const amount = BigInt(100_000_000 + life.random.below(900_000_000));
  const lmt = bought('USDC', amount, pricesAt(life.terms, life.now));
  const supply = life.supply();
  await setMaxSupply(life, supply + lmt - 1n);
  await tryQuote(life, account, { amount, supply });
  await life.world.pass(1);
  await setMaxSupply(life, supply + lmt);
  await tryQuote(life, account, { amount, supply });
  await life.world.pass(1);
  await setMaxSupply(life);
}

async function tryQuote(
  life: Life,
  account: Account,
  { amount, supply }: { readonly amount: bigint; readonly supply: bigint },
): Promise<void> {
  const { terms, now } = life;
  await life.write({
    account,
    request: {
      method: 'POST',
      path: '/api/bonds/quote',
      body: { tokenType: 'USDC', amount: decimal(amount, 6) },
    },
    apply: () => quoteBond(account, { token: 'USDC', amount, terms, now, supply }),
  });
}
