import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';

import { BARE_CLASS, CONTROL_CLASS } from './control-class.ts';

export interface SelectProps<V extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'className' | 'children' | 'value' | 'onChange'
> {
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}

/** The browser's own select in our frame: phones show their own picker. Its label is a Field's. */
export function Select<V extends string>({ options, onChange, ...rest }: SelectProps<V>) {
  return (
    <div className={`${CONTROL_CLASS} relative`}>
      <select
        {...rest}
        onChange={(event) => {
          const chosen = options[event.target.selectedIndex];
          if (chosen) onChange(chosen.value);
        }}
        className={`${BARE_CLASS} appearance-none pr-6`}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value} className="bg-card text-text">
            {label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-3 size-4 text-quiet" />
    </div>
  );
}
