import type { BondJson, BondQuote } from '#contract/bonds/bonds';
import { PATHS } from '#contract/base/paths';
import { serializeBond, serializeQuote } from '#contract/bonds/serialize-bond';
import {
  serializeRestaked,
  serializeStake,
  serializeWithdrawn,
} from '#contract/vaults/serialize-vault';
import type { StakeJson } from '#contract/vaults/vaults';
import { quoteBond } from '#domain/bonds/quote';
import { type Amount, type Lmt, type PayToken, lmt, parseRequestAmount } from '#domain/base/money';
import { type Result, ok } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';

import { demoTexts } from './demo-texts.ts';
import { DEMO_USER, type DemoAccount } from './account.ts';
import type { Answer } from './demo-call.ts';
import { DEMO_MINT, DEMO_REFERENCE, DEMO_TREASURY, DEMO_TREASURY_USDC } from './keys.ts';
import { sellOf } from './reads.ts';
import { madeUpSignature } from './signature.ts';

const TILL = {
  treasury: DEMO_TREASURY,
  usdcMint: DEMO_MINT,
  treasuryTokenAccount: DEMO_TREASURY_USDC,
};

/** What a form of the app sends: the app has checked it. */
interface Sent {
  readonly tokenType: PayToken;
  readonly payoutToken: PayToken;
  readonly amount: string;
  readonly autoRestakeEnabled: boolean;
  readonly enabled: boolean;
  readonly transactionSignature?: string;
  readonly feeTransactionHash?: string;
}

/** What can be done in the demo: it changes what this page shows, until it is left or loaded again. */
export const WRITES: readonly (readonly [method: string, path: string, answer: Answer])[] = [
  ['POST', PATHS.quoteBond, (of, { body, now }) => quote(of, body as Sent, now)],
  ['POST', PATHS.bonds, (of, { body, now }) => bond(of, body as Sent, now)],
  [
    'PATCH',
    PATHS.bondStatus,
    (of, { id, now }) => mapped(of.claim(id, now), (claimed) => serializeBond(claimed, now)),
  ],
  ['POST', PATHS.stakes, (of, { body, now }) => stake(of, body as Sent, now)],
  ['POST', PATHS.activateStake, (of, { id, now }) => vault(of, of.activate(id, now), now)],
  ['POST', PATHS.restake, (of, { id, now }) => restake(of, id, now)],
  ['POST', PATHS.withdraw, (of, { id, body, now }) => unstake(of, { id, sent: body as Sent }, now)],
  [
    'PATCH',
    PATHS.autoRestake,
    (of, { id, body, now }) =>
      vault(of, of.chooseAutoRestake(id, (body as Sent).enabled, now), now),
  ],
  ['POST', PATHS.sell, (of, { body, now }) => sell(of, body as Sent, now)],
  [
    'DELETE',
    PATHS.sellVerification,
    (of, { id, now }) => mapped(of.cancel(id, now), (cancelled) => sellOf(of, cancelled, now)),
  ],
  ['POST', PATHS.helpChat, () => ok({ answer: demoTexts.assistant, page: null, topics: [] })],
  ['POST', PATHS.logout, () => ok({})],
];

function mapped<A, B>(result: Result<A>, present: (value: A) => B): Result<B> {
  return result.ok ? ok(present(result.value)) : result;
}

function vault(account: DemoAccount, result: Result<Vault>, now: Instant): Result<StakeJson> {
  return mapped(result, (changed) => serializeStake(changed, account.terms, now));
}

function paid({ tokenType, amount }: Sent): Result<Amount<PayToken>> {
  return parseRequestAmount(tokenType, amount);
}

function quote(account: DemoAccount, sent: Sent, now: Instant): Result<BondQuote> {
  const amount = paid(sent);
  if (!amount.ok) return amount;
  const asked = { id: crypto.randomUUID(), userId: DEMO_USER, token: sent.tokenType };
  const supply = { issued: lmt(0n), maximum: account.settings.maxSupply };
  const prices = account.pricesAt(now);
  const quoted = quoteBond({ ...asked, amount: amount.value }, { prices, supply }, now);
  return mapped(quoted, (held) => serializeQuote(held, { reference: DEMO_REFERENCE, till: TILL }));
}

function bond(account: DemoAccount, sent: Sent, now: Instant): Result<BondJson> {
  const signature = sent.transactionSignature ?? madeUpSignature();
  return mapped(paid(sent), (amount) =>
    serializeBond(account.bond({ token: sent.tokenType, amount, signature, at: now }, now), now),
  );
}

function stake(account: DemoAccount, sent: Sent, now: Instant): Result<StakeJson> {
  const amount: Result<Lmt> = parseRequestAmount('LMT', sent.amount);
  if (!amount.ok) return amount;
  const { autoRestakeEnabled: autoRestake, feeTransactionHash } = sent;
  const asked = { id: crypto.randomUUID(), amount: amount.value, autoRestake };
  return vault(account, account.stake(asked, feeTransactionHash ?? madeUpSignature(), now), now);
}

function restake(account: DemoAccount, id: string, now: Instant) {
  return mapped(account.restake(id, now), (restaked) =>
    serializeRestaked(restaked, account.terms, now),
  );
}

function unstake(
  account: DemoAccount,
  { id, sent }: { readonly id: string; readonly sent: Sent },
  now: Instant,
) {
  const amount: Result<Lmt> = parseRequestAmount('LMT', sent.amount);
  if (!amount.ok) return amount;
  return mapped(account.unstake(id, amount.value, now), ({ next, items }) => {
    const taken = { amount: amount.value, fee: lmt(items.at(-1)?.fee ?? 0n) };
    return serializeWithdrawn({ vault: next, taken }, account.terms, now);
  });
}

function sell(account: DemoAccount, sent: Sent, now: Instant) {
  const amount: Result<Lmt> = parseRequestAmount('LMT', sent.amount);
  if (!amount.ok) return amount;
  const { payoutToken } = sent;
  const asked = { id: crypto.randomUUID(), amount: amount.value, payoutToken };
  return mapped(account.sell(asked, now), (requested) => sellOf(account, requested, now));
}
