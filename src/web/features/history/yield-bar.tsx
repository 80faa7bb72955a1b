import { sharesOf } from '../../ui/charts/shares.ts';
import { historyTexts } from '../../texts/history.ts';

interface YieldBarProps {
  /** Yearly percentages as decimal strings. */
  readonly received: string;
  readonly shown: string;
}

/** What was received, filled, against what was shown, the mark at two thirds. */
export function YieldBar({ received, shown }: YieldBarProps) {
  const [part = 0] = sharesOf([received, shown]);
  const rest = 10_000 - part;
  // Up to one and a half of what was shown finds room.
  const filled = rest === 0 ? 100 : Math.min(100, (part / rest) * (2 / 3) * 100);
  return (
    <div
      role="img"
      aria-label={historyTexts.yield.bar(received, shown)}
      className="relative h-2 min-w-24 overflow-hidden rounded-[2px] bg-raise"
    >
      <i
        className="absolute inset-y-0 left-0 rounded-[2px] bg-(--c1)"
        style={{ width: `${filled}%` }}
      />
      <i className="absolute inset-y-0 w-0.5 bg-text" style={{ left: `calc(${200 / 3}% - 1px)` }} />
    </div>
  );
}
