import { cx } from './cx.ts';
import { countdownText } from './times.ts';

interface CountdownProps {
  /** Milliseconds since 1970, both. */
  readonly now: number;
  readonly target: number | null;
  readonly className?: string;
}

/** What is left until `target`, or 'Ready!'. The caller passes the time in. */
export function Countdown({ now, target, className }: CountdownProps) {
  return (
    <span role="timer" className={cx('whitespace-nowrap', className)}>
      {countdownText(now, target)}
    </span>
  );
}
