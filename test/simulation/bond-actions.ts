import type { Action } from './user-actions.ts';
import type { Life } from './life.ts';
import type { Account, BondQuote, Payment } from './model/account.ts';
import { MINUTE, type PayToken, decimal } from './model/arithmetic.ts';
import { announceBond, postBond, quoteBond } from './model/bonds.ts';
import { changeSolPrice } from './owner-actions.ts';
import { mayRollBack } from './rollback.ts';

type Kind =
  | 'quoted'
  | 'over'
  | 'late'
  | 'silent'
  | 'stray'
  | 'unquoted'
  | 'announced'
  | 'small'
  | 'again';

const KINDS: readonly Kind[] = [
  ...Array.from({ length: 10 }, () => 'quoted' as const),
  'over',
  'late',
  'late',
  'silent',
  'silent',
  'stray',
  'unquoted',
  'announced',
  'small',
  'again',
];

interface Wanted {
  readonly token: PayToken;
  readonly amount: bigint;
}

/** Requests have at most eight decimals. */
const inRequest = ({ token, amount }: Wanted): string =>
  token === 'SOL' ? decimal(amount / 10n, 8) : decimal(amount, 6);

/** Amount worth between 1/20 and 20 LMT. */
function wantedBy({ random }: Life): Wanted {
  if (random.chance(0.5))
    return { token: 'SOL', amount: BigInt(20_000_000 + random.below(10_000_000_00)) * 100n };
  return { token: 'USDC', amount: BigInt(50_000_000 + random.below(2_000_000_000)) * 10n };
}

async function quote(life: Life, account: Account, wanted: Wanted): Promise<BondQuote | null> {
  const { terms, now } = life;
  const body = { tokenType: wanted.token, amount: inRequest(wanted) };
  const answer = await life.write({
    account,
    request: { method: 'POST', path: '/api/bonds/quote', body },
    apply: () => quoteBond(account, { ...wanted, terms, now, supply: null }),
  });
  const made = answer.status === 201 ? account.bondQuotes.at(-1) : undefined;
  if (!made) return null;
  made.reference = String(answer.body['reference']);
  return made;
}

async function post(life: Life, account: Account, payment: Payment): Promise<void> {
  const { terms, now, world } = life;
  const { token, amount, signature } = payment;
  const rounded = { token, amount: token === 'SOL' ? (amount / 10n) * 10n : amount };
  const tokenType = token;
  const posted = { userId: account.id, tokenType, amount: inRequest(rounded) };
  await life.write({
    account,
    request: {
      method: 'POST',
      path: '/api/bonds',
      body: { ...posted, transactionSignature: signature },
    },
    apply: () => {
      const wasFinal = payment.final;
      if (payment.use === null) payment.final = world.onChain.isFinal(payment.slot);
      const answer = postBond(account, payment, { terms, now });
      // Refused, for example by a pause: the watcher still has to process it.
      if (payment.use === null) payment.final = wasFinal;
      return answer;
    },
    canBeSentTwice: true,
  });
}

/** Creates a bond in one of the possible ways. */
export const bondAction: Action = async (life, account) => {
  const { random } = life;
  const kind = random.pick(KINDS);
  const wanted = wantedBy(life);
  switch (kind) {
    case 'quoted':
    case 'over':
    case 'late':
    case 'silent':
      return quoted(life, account, { kind, wanted });
    case 'small': {
      await quote(life, account, {
        ...wanted,
        amount: wanted.token === 'SOL' ? 9_999_990n : 9_999n,
      });
      return;
    }
    case 'announced':
      return announced(life, account, wanted);
    case 'stray':
    case 'unquoted': {
      const payment = await life.pay(account, wanted);
      if (kind === 'unquoted') await post(life, account, payment);
      return;
    }
    case 'again': {
      const bonds = account.payments.filter(
        ({ feeQuote, use }) => feeQuote === null && use !== 'deposit',
      );
      if (bonds.length > 0) await post(life, account, random.pick(bonds));
      return;
    }
  }
};

async function quoted(
  life: Life,
  account: Account,
  { kind, wanted }: { readonly kind: Kind; readonly wanted: Wanted },
): Promise<void> {
  const bondQuote = await quote(life, account, wanted);
  if (!bondQuote) return;
  if (kind === 'late') {
    // With an unchanged price, quoted and current price are equal.
    if (wanted.token === 'SOL') await changeSolPrice(life);
    await life.world.pass(10 * MINUTE + life.random.below(3 * MINUTE));
  }
  const amount = kind === 'over' ? wanted.amount + wanted.amount / 3n + 7n : wanted.amount;
  const payment = await life.pay(account, { token: wanted.token, amount, bondQuote });
  if (kind !== 'silent') await post(life, account, payment);
  await mayRollBack(life, account, payment);
}

/** Announces a bond without payment, which sometimes follows. */
async function announced(life: Life, account: Account, wanted: Wanted): Promise<void> {
  const { terms, now, random } = life;
  if (account.bonds.filter(({ status }) => status === 'pending').length >= 3) return;
  const tokenType = wanted.token;
  const body = { userId: account.id, tokenType, amount: inRequest(wanted) };
  const { status } = await life.write({
    account,
    request: { method: 'POST', path: '/api/bonds', body },
    apply: () => announceBond(account, { ...wanted, terms, now, supply: null }),
  });
  if (status === 201 && random.chance(0.7)) await life.pay(account, wanted);
}
