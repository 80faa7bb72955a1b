import type { ButtonHTMLAttributes } from 'react';

import { buttonClass, type ButtonSize, type ButtonTone } from './button-class.ts';
import { Spinner } from './spinner.tsx';
import { texts } from '../texts/shared-texts.ts';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: ButtonTone;
  readonly size?: ButtonSize;
  /** Work is under way: the button keeps its size and focus, and does nothing. */
  readonly busy?: boolean;
  /** How far the work is, in the place of what turns. */
  readonly busyText?: string | undefined;
}

export function Button({
  tone,
  size,
  busy = false,
  busyText,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy ? BUSY : {})}
      className={buttonClass({ tone, size, className })}
    >
      <span className={busy ? 'invisible contents' : 'contents'}>{children}</span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center whitespace-nowrap tabular-nums">
          {busyText ?? <Spinner label={texts.actions.busy} />}
        </span>
      )}
    </button>
  );
}

const BUSY = {
  type: 'button',
  onClick: (event: { preventDefault(): void }) => event.preventDefault(),
  'aria-disabled': true,
  'aria-busy': true,
} as const;
