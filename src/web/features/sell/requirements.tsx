import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';

import type { EligibilityJson, SellJson } from '#contract/sells';
import type { StakeJson } from '#contract/stakes';

import { useServerNow } from '../../api/use-server-now.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { cx } from '../../ui/cx.ts';
import { formatNumber } from '../../ui/format.ts';
import { sellTexts } from '../../ui/texts/sell.ts';
import { dateTimeText } from '../../ui/times.ts';
import { openingOf } from './opening.ts';
import { retryUntil } from './retry.ts';

const { requirements: words } = sellTexts;

interface RequirementsProps {
  readonly eligibility: EligibilityJson;
  readonly stakes: readonly StakeJson[];
  readonly sells: readonly SellJson[];
}

/** Everything that a request needs, each with whether it is there. */
export function Requirements({ eligibility, stakes, sells }: RequirementsProps) {
  const { available, remainingLimit, resetsAt, pending } = eligibility;
  const isEmpty = isZero(available);
  const limit =
    resetsAt === null
      ? words.limitLeft(shown(remainingLimit))
      : words.limitUsed(dateTimeText(resetsAt));
  return (
    <>
      <ul className="grid gap-3.5">
        <Requirement name={words.unstaked} isMet={!isEmpty}>
          {isEmpty ? words.unstakedNone : words.unstakedHas(shown(available))}
        </Requirement>
        <WindowRequirement eligibility={eligibility} stakes={stakes} sells={sells} />
        <Requirement name={words.limit} isMet={!isZero(remainingLimit)}>
          {isEmpty && resetsAt === null ? words.limitNone : limit}
        </Requirement>
        <Requirement name={words.free} isMet={!pending}>
          {pending ? words.freeNo : words.freeYes}
        </Requirement>
      </ul>
      <p className="mt-4 border-t border-line pt-3 text-sm text-faint">{words.note}</p>
    </>
  );
}

function WindowRequirement({ eligibility, stakes, sells }: RequirementsProps) {
  const now = useServerNow();
  const opening = openingOf(stakes, now);
  const retry = retryUntil(sells, now);
  if (opening.kind === 'open') {
    return (
      <Requirement name={words.window} isMet>
        {words.windowOpen(opening.stake.id.slice(-6))}{' '}
        <Countdown now={now} target={opening.closes} className="font-mono text-amber" />
      </Requirement>
    );
  }
  if (retry !== null) {
    return (
      <Requirement name={words.window} isMet>
        {words.windowRetry(dateTimeText(new Date(retry).toISOString()))}
      </Requirement>
    );
  }
  return (
    <Requirement name={words.window} isMet={false}>
      {opening.kind === 'running' ? (
        <>
          {words.windowOpens}{' '}
          <Countdown now={now} target={opening.opens} className="font-mono text-text" />
        </>
      ) : (
        eligibility.reason
      )}
    </Requirement>
  );
}

interface RequirementProps {
  readonly name: string;
  readonly isMet: boolean;
  readonly children: ReactNode;
}

function Requirement({ name, isMet, children }: RequirementProps) {
  return (
    <li className="grid grid-cols-[24px_1fr] gap-x-3">
      <span
        aria-hidden
        className={cx(
          'mt-px grid size-6 place-items-center rounded-full [&_svg]:size-3.5',
          isMet ? 'tint-accent text-accent' : 'bg-raise text-faint',
        )}
      >
        {isMet ? <Check /> : <X />}
      </span>
      <div className="min-w-0">
        <p className="leading-6 font-[550]">
          {name}
          <span className="sr-only"> ({isMet ? words.met : words.unmet})</span>
        </p>
        <p className="text-sm text-quiet">{children}</p>
      </div>
    </li>
  );
}

function shown(amount: string): string {
  return formatNumber(amount, 4);
}

function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount);
}
