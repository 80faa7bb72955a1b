import type { Step, StepKind } from '#domain/user/next-step';

import { dateTimeText } from '../../ui/format/times.ts';
import type { StepContext, StepView } from './step-context.ts';
import { bondView, claimView, lockedView, paymentView } from './bond-views.tsx';
import type { Positions } from './positions.ts';
import { payoutSentView, sellAgainView, sellAnswerView } from './sell-views.tsx';
import {
  activateView,
  decidingView,
  maturesView,
  stakeView,
  vestingView,
  windowView,
} from './vault-views.tsx';

const VIEWS: Readonly<Record<StepKind, (about: StepContext) => StepView>> = {
  window: windowView,
  'sell-again': sellAgainView,
  claim: claimView,
  activate: activateView,
  deciding: decidingView,
  'payout-sent': payoutSentView,
  payment: paymentView,
  locked: lockedView,
  vesting: vestingView,
  matures: maturesView,
  'sell-answer': sellAnswerView,
  stake: stakeView,
  bond: bondView,
};

/** What is said of a step, and its action. */
export function stepView({ kind, id, at }: Step, own: Positions, now: number): StepView {
  const when = at === null ? '' : dateTimeText(new Date(at).toISOString());
  return VIEWS[kind]({ own, id, when, now });
}
