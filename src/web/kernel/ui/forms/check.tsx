import type { ReactNode } from 'react';

import { cx } from '../format/cx.ts';

interface CheckProps {
  /** What it is called, where `children` do not say it. */
  readonly label?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Beside the box: a few words, or `long`. */
  readonly children?: ReactNode;
  readonly long?: boolean;
}

/** A box to tick. */
export function Check({ label, checked, disabled, onChange, children, long = false }: CheckProps) {
  return (
    <label
      className={cx(
        'hit inline-flex min-h-8 cursor-pointer gap-2 font-[550]',
        long ? 'items-start py-1.5' : 'items-center',
      )}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className={cx(
          'grid size-4 shrink-0 cursor-pointer appearance-none place-items-center rounded-[4px] border border-edge bg-ground transition-colors disabled:opacity-55 forced-colors:appearance-auto',
          'checked:border-accent checked:bg-accent before:size-2.5 before:bg-on-accent before:opacity-0 checked:before:opacity-100',
          'before:[clip-path:polygon(12%_47%,0_60%,38%_96%,100%_18%,87%_6%,37%_70%)]',
          long && 'mt-1',
        )}
      />
      {children}
    </label>
  );
}
