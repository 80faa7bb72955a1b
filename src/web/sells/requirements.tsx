import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';

import type { EligibilityJson, SellJson } from '#contract/sells/sells';
import type { StakeJson } from '#contract/vaults/vaults';

import { usePaused } from '../kernel/api/use-paused.ts';
import { useServerNow } from '../kernel/api/use-server-now.ts';
import { shortId } from '#domain/base/short-id';
import { captionsOf, timesOf } from '../vaults/vault-times.ts';
import { Countdown } from '../kernel/ui/format/countdown.tsx';
import { cx } from '../kernel/ui/format/cx.ts';
import { amountText } from '../kernel/ui/format/digits.ts';
import { isZero } from '../kernel/ui/format/format.ts';
import { sellTexts } from './sell-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { VaultTimeline } from '../vaults/vault-timeline.tsx';
import { type Opening, openingOf, retryUntil } from './sell-opening.ts';

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

/** A vault in its window, or the day after a request that was not paid. */
function WindowRequirement({ eligibility, stakes, sells }: RequirementsProps) {
  const now = useServerNow();
  const opening = openingOf(stakes, now);
  const retry = retryUntil(sells, now);
  const isOpen = opening.kind === 'open';
  return (
    <Requirement name={words.window} isMet={isOpen || retry !== null}>
      {isOpen || retry === null ? (
        <WindowState opening={opening} now={now} otherwise={eligibility.reason} />
      ) : (
        words.windowRetry(dateTimeText(new Date(retry).toISOString()))
      )}
      {opening.kind !== 'none' && (
        <div className="mt-1">
          <VaultTimeline
            times={timesOf(opening.stake)}
            now={now}
            captions={captionsOf(opening.stake)}
          />
        </div>
      )}
    </Requirement>
  );
}

interface WindowStateProps {
  readonly opening: Opening;
  readonly now: number;
  readonly otherwise: string | null;
}

function WindowState({ opening, now, otherwise }: WindowStateProps) {
  const isPaused = usePaused();
  if (opening.kind === 'open') {
    if (isPaused) return words.windowHeld(shortId(opening.stake.id));
    return (
      <>
        {words.windowOpen(shortId(opening.stake.id))}{' '}
        <Countdown now={now} target={opening.closes} className="font-mono text-amber" />
      </>
    );
  }
  if (opening.kind !== 'running') return otherwise;
  return (
    <>
      {words.windowOpens(shortId(opening.stake.id))}{' '}
      <Countdown now={now} target={opening.opens} className="font-mono text-text" />
    </>
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
        <div className="text-sm text-quiet">{children}</div>
      </div>
    </li>
  );
}

function shown(amount: string): string {
  return amountText('LMT', amount);
}
