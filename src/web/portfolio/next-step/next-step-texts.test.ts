import { expect, test } from 'vitest';

import { nextStepTexts as says } from './next-step-texts.ts';
import { vaultTexts } from '../../kernel/ui/texts/vault-texts.ts';

const WHEN = 'Wed 30 Dec, 23:59';
const LMT = '12,345.6789';
const PAYOUT = '12,345.6789 USDC';

const HINTS: Readonly<Record<string, string>> = {
  paused: says.paused,
  'window, restaked automatically': says.window.auto(LMT),
  'window, released': says.window.release(LMT),
  'window, not read yet': says.window.reading,
  'window, restaking now is cheaper': vaultTexts.cheaper.briefs['by-hand']('12,345.67'),
  'window, waiting is cheaper': vaultTexts.cheaper.briefs['by-itself']('12,345.67'),
  'sell again': says.sellAgain.hint,
  claim: says.claim.hint,
  activate: says.activate.hint,
  'payout sent': says.payoutSent.hint,
  payment: says.payment.hint,
  unpaid: says.payment.unpaidHint,
  locked: says.locked.hint,
  vesting: says.vesting.hint,
  'matures, restaked automatically': says.matures.auto,
  'matures, released': says.matures.release,
  'sell answer': says.sellAnswer.hint(PAYOUT, WHEN),
  'sell answer overdue': says.sellAnswer.overdue(PAYOUT, WHEN),
  'sell answer while paused': says.sellAnswer.paused(PAYOUT),
  'sell answer being signed': says.sellAnswer.signing(PAYOUT),
  stake: says.stake.hint,
  bond: says.bond.hint,
};

test.each(Object.entries(HINTS))(
  'the hint of the strip has at most 90 characters: %s',
  (_, hint) => {
    expect(hint.length, hint).toBeLessThanOrEqual(90);
  },
);
