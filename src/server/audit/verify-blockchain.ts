import type { VerificationJson } from '#contract/audit/chain-audit';
import {
  NONE_VERIFIED,
  type VerifiedBonds,
  concludeVerification,
  countVerified,
} from '#domain/audit/verification';
import { type Result, ok, refuse } from '#domain/base/result';
import { iso } from '#domain/base/time';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { ZERO_ID } from '../kernel/db/ids.ts';
import { verificationFacts } from './verification-queries.ts';
import { bondsChecked } from '../bonds/bond-checks.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import type { Decision } from '../kernel/write/plan.ts';
import { findPayments } from '../payments/find-payments.ts';
import { checkBonds } from './check-bonds.ts';

const BATCH = 200;

type Walked = Result<VerifiedBonds>;

/** Checks every bond on the chain again, and fills bonds whose payment is there. Concurrent calls share one walk. */
export async function verifyBlockchain(
  parts: Pick<Parts, 'database' | 'writer' | 'chain' | 'cache' | 'isStaticFeed'>,
  by: Admin,
  { reason }: { readonly reason?: string | undefined },
): Promise<Result<VerificationJson>> {
  const { cache, chain, writer } = parts;
  if ((await chain.slot('finalized')).kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  const txHashesStored = await findPayments(parts, by);
  const walked = await cache.share('walk of bonds', () => walkBonds(parts));
  if (!walked.ok) return walked;
  const tally = walked.value;
  const { actor, call } = by;
  return writer.commit({
    facts: verificationFacts,
    key: null,
    decide: ({ last, now }): Decision<Result<VerificationJson>> => {
      const { verification, unknown } = concludeVerification(tally, now);
      const { message } = verification;
      const body = { ...tally, unknown, message, txHashesStored, finishedAt: iso(now) };
      const before = last && { ...last, at: iso(last.at) };
      const log = { actor, call, reason: reason ?? null, before, after: body };
      return { plan: { journals: [], items: [], verification, log }, answer: ok(body) };
    },
  });
}

async function walkBonds(parts: Pick<Parts, 'database' | 'chain'>): Promise<Walked> {
  const { database } = parts;
  let tally = NONE_VERIFIED;
  let after = ZERO_ID;
  for (;;) {
    const page = await bondsChecked(database, after, BATCH);
    const { bonds, isCutOff } = await checkBonds(parts, page);
    if (isCutOff) return refuse('CHAIN_UNAVAILABLE');
    tally = countVerified(tally, bonds, (await readHead(database)).now);
    after = page.at(-1)?.bond.id ?? after;
    if (page.length < BATCH) return ok(tally);
  }
}
