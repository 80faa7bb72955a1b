import { cx } from './cx.ts';
import { countdownText } from './times.ts';

interface CountdownProps {
  /** Milliseconds since 1970, both. */
  readonly now: number;
  readonly target: number | null;
  /** Without seconds while a day or more is left: where it stands large. */
  readonly isCoarse?: boolean;
  readonly className?: string;
}

/** What is left until `target`, or 'Ready!'. The caller passes the time in. */
export function Countdown({ now, target, isCoarse = false, className }: CountdownProps) {
  return (
    <span role="timer" className={cx('whitespace-nowrap', className)}>
      {countdownText(now, target, isCoarse)}
    </span>
  );
}
