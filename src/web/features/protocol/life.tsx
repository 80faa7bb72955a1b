import { BONDING_LOCK_MS, CYCLE_MS, RESTAKE_WINDOW_MS, VESTING_MS } from '#domain/terms/terms';
import { DAY_MS, HOUR_MS } from '#domain/base/time';

import { cx } from '../../ui/format/cx.ts';
import { protocolTexts } from '../../texts/protocol.ts';
import { Section } from './section.tsx';

const { phases } = protocolTexts;

const PHASES = [
  { label: phases.bond, ms: BONDING_LOCK_MS, look: 'bg-(--c5)' },
  { label: phases.vest, ms: VESTING_MS, look: 'hatch' },
  { label: phases.vault, ms: CYCLE_MS, look: 'bg-(--c1)' },
  { label: phases.window, ms: RESTAKE_WINDOW_MS, look: 'bg-amber-fill' },
] as const;

/** How long each phase takes, roughly to scale; on a phone the scale gives way to a list. */
export function Life() {
  return (
    <Section title={protocolTexts.life} hint={protocolTexts.lifeHint}>
      <ol className="grid gap-x-[3px] gap-y-2 sm:grid-cols-[minmax(92px,1fr)_minmax(92px,1fr)_minmax(0,7fr)_minmax(108px,1fr)]">
        {PHASES.map(({ label, ms, look }) => (
          <li key={label} className="flex items-center gap-2 sm:block">
            <i aria-hidden className={cx('block h-2 w-4 rounded-[2px] sm:mb-2 sm:w-auto', look)} />
            <span className="grow text-sm text-quiet sm:block">{label}</span>
            <b className="font-[560]">{durationText(ms)}</b>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function durationText(ms: number): string {
  return ms > DAY_MS
    ? protocolTexts.duration.days(ms / DAY_MS)
    : protocolTexts.duration.hours(ms / HOUR_MS);
}
