import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Step, type StepKind, nextSteps } from '#domain/portfolio/next-step';
import { instant } from '#domain/base/time';
import { refreshAll } from '../../kernel/api/query-client.ts';
import { protocolSettingsQuery, statusQuery } from '../../kernel/api/queries.ts';
import { bondsQuery, portfolioQuery } from '../../kernel/api/reads/user-queries.ts';
import { useServerNow } from '../../kernel/api/use-server-now.ts';
import { sellsQuery, stakesQuery } from '../../kernel/api/reads/vault-queries.ts';
import { Countdown } from '../../kernel/ui/format/countdown.tsx';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { NextStep } from '../../kernel/ui/cards/next-step.tsx';
import { StripSkeleton } from '../../kernel/ui/cards/strip-skeleton.tsx';
import { nextStepTexts } from './next-step-texts.ts';
import { type Positions, pendingOf } from '../../kernel/api/positions.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';
import type { StepContext, StepView } from './step-context.ts';
import { bondView, claimView, lockedView, paymentView } from './bond-views.tsx';
import { payoutSentView, sellAgainView, sellAnswerView } from './sell-views.tsx';
import {
  activateView,
  decidingView,
  maturesView,
  stakeView,
  vestingView,
  windowView,
} from './vault-views.tsx';

interface NextStepsProps {
  readonly userId: string;
  /** In one line and without what else there is, above a tab that is about something else. */
  readonly isBrief?: boolean;
  /** What the tab itself tells. */
  readonly hides?: readonly StepKind[];
}

const NONE: readonly StepKind[] = [];

/** The user's nearest deadline or possible action, with its button; what else awaits them below it. */
export default function NextSteps({ userId, isBrief = false, hides = NONE }: NextStepsProps) {
  const own = useOwn(userId);
  const now = useServerNow();
  // Without the cards' data there is nothing to say; the cards say why they have none.
  if (own === 'failed') return null;
  if (own === null) return <StripSkeleton isBrief={isBrief} />;
  return <Shown {...{ own, now, isBrief, hides }} />;
}

interface ShownProps extends Required<Omit<NextStepsProps, 'userId'>> {
  readonly own: Positions;
  readonly now: number;
}

/** All of these are one step. */
const TOGETHER: readonly StepKind[] = ['claim', 'activate'];

function Shown({ own, now, isBrief, hides }: ShownProps) {
  const steps = nextSteps(pendingOf(own), instant(Math.floor(now)));
  useRefreshOnChange(steps, own);
  const [first, ...rest] = steps.filter(({ kind }) => !hides.includes(kind));
  if (!first) return null;
  // An answer that is overdue has no clock: nothing ends or begins when it is past.
  const clock = first.at !== null && first.at > now && (
    <Countdown now={now} target={first.at} isCoarse />
  );
  const strip = <NextStep {...stepView(first, own, now)} clock={clock} isBrief={isBrief} />;
  if (isBrief) return strip;
  const others = rest.filter(({ kind }) => kind !== first.kind || !TOGETHER.includes(kind));
  const idleFirst = others.toSorted((a, b) => idle(b) - idle(a));
  return (
    <div className="grid gap-2">
      {strip}
      <Others
        steps={idleFirst.map((step) => ({
          key: `${step.kind} ${step.id}`,
          title: stepView(step, own, now).title,
        }))}
      />
    </div>
  );
}

const idle = ({ kind }: Step): number => Number(kind === 'stake');

/** As many as one reads; the rest follows on a click. */
const PAGE = 5;

/** Everything else that awaits the user; one thing is said, more are a click away. */
function Others({ steps }: { readonly steps: readonly { key: string; title: string }[] }) {
  const [shown, setShown] = useState(PAGE);
  const [only, ...rest] = steps;
  if (only === undefined) return null;
  if (rest.length === 0) {
    return <p className="px-[18px] text-sm text-quiet">{nextStepTexts.also(only.title)}</p>;
  }
  const left = rest.length - shown;
  return (
    <details className="px-[18px] text-sm text-quiet">
      <summary className="hit w-fit content-center rounded-md hover:text-text">
        {nextStepTexts.more(steps.length, only.title)}
      </summary>
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {rest.slice(0, shown).map(({ key, title }) => (
          <li key={key}>{title}</li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="sm" className="mt-2" onClick={() => setShown(shown + 4 * PAGE)}>
          {nextStepTexts.show(Math.min(left, 4 * PAGE))}
        </Button>
      )}
    </details>
  );
}

/** What the steps follow from; null while it is read. */
function useOwn(userId: string): Positions | 'failed' | null {
  const bonds = useQuery(bondsQuery(userId));
  const stakes = useQuery(stakesQuery(userId));
  const sells = useQuery(sellsQuery(userId));
  const portfolio = useQuery(portfolioQuery(userId));
  const status = useQuery(statusQuery());
  const settings = useQuery(protocolSettingsQuery());
  if (bonds.data && stakes.data && sells.data && portfolio.data) {
    return {
      bonds: bonds.data,
      stakes: stakes.data,
      sells: sells.data,
      unstakedLMT: portfolio.data.unstakedLMT,
      isPaused: status.data?.paused ?? false,
      settings: settings.data ?? null,
    };
  }
  return [bonds, stakes, sells, portfolio].some(({ isError }) => isError) ? 'failed' : null;
}

/** When time alone has made another step of one, what it is about is read again. */
function useRefreshOnChange(steps: readonly Step[], { bonds, stakes, sells }: Positions): void {
  const known = steps.map(({ kind, id }) => `${kind} ${id}`).join();
  const seen = useRef({ known, bonds, stakes, sells });
  useEffect(() => {
    const { current } = seen;
    const isSameData =
      current.bonds === bonds && current.stakes === stakes && current.sells === sells;
    if (isSameData && current.known !== known) void refreshAll();
    seen.current = { known, bonds, stakes, sells };
  }, [known, bonds, stakes, sells]);
}

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
function stepView({ kind, id, at }: Step, own: Positions, now: number): StepView {
  const when = at === null ? '' : dateTimeText(new Date(at).toISOString());
  return VIEWS[kind]({ own, id, when, now });
}
