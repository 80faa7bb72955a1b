import type { ReactNode } from 'react';

interface CheckProps {
  /** What it is called; the same as `children` where they are a text. */
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children?: ReactNode;
}

/** A box to tick. */
export function Check({ label, checked, onChange, children }: CheckProps) {
  return (
    <label className="hit inline-flex min-h-8 cursor-pointer items-center gap-2 font-[550]">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      {children}
    </label>
  );
}
