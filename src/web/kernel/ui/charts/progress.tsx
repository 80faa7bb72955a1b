import { cx } from '../format/cx.ts';

interface ProgressProps {
  readonly label: string;
  /** 0 to 1; null while it is unknown. */
  readonly value: number | null;
  readonly tone?: 'accent' | 'amber' | 'red';
}

const FILLS = { accent: 'bg-accent', amber: 'bg-amber-fill', red: 'bg-red' };

export function Progress({ label, value, tone = 'accent' }: ProgressProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="h-1.5 overflow-hidden rounded-full bg-raise"
    >
      <div
        className={cx(
          'h-full rounded-full transition-[width]',
          percent === null ? 'hatch animate-breathe' : FILLS[tone],
        )}
        style={{ width: `${percent ?? 100}%` }}
      />
    </div>
  );
}
