import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';

import { BARE_CLASS, CONTROL_CLASS } from './control-class.ts';

interface SelectProps extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'className' | 'children'
> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The browser's own select in our frame: phones show their own picker. Its label is a Field's. */
export function Select({ options, ...rest }: SelectProps) {
  return (
    <div className={`${CONTROL_CLASS} relative`}>
      <select {...rest} className={`${BARE_CLASS} appearance-none pr-6`}>
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
