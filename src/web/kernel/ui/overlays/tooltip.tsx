import type { ReactNode } from 'react';

interface TooltipProps {
  readonly text: string;
  readonly children: ReactNode;
}

/** Text that explains what it underlines, on hover, focus or touch. Shown by the HintLayer. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    // It takes focus, so that the keyboard reaches the explanation.
    <span
      data-hint={text}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="rounded-sm underline decoration-edge decoration-dotted underline-offset-4"
    >
      {children}
    </span>
  );
}
