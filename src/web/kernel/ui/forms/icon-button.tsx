import type { ButtonHTMLAttributes, ReactNode } from 'react';

import { cx } from '../format/cx.ts';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** What it does, for those who can't see the icon. */
  readonly label: string;
  readonly icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-hint={label}
      className={cx(
        'hit inline-grid shrink-0 place-items-center rounded-lg text-quiet transition-colors',
        'enabled:hover:bg-raise enabled:hover:text-text disabled:opacity-55 [&_svg]:size-4',
        className ?? 'size-8',
      )}
    >
      {icon}
    </button>
  );
}
