import { type ReactNode, useId } from 'react';

import { cx } from '../format/cx.ts';

interface SegmentedProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly {
    readonly value: V;
    readonly label: string;
    readonly icon?: ReactNode;
  }[];
  readonly onChange: (value: V) => void;
}

/** One of a few, all in sight. An option with an icon shows only that, and says its label. */
export function Segmented<V extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset className="inline-flex max-w-full flex-wrap gap-0.5 rounded-control bg-raise p-[3px]">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          {...(option.icon === undefined ? {} : { 'data-hint': option.label })}
          className={cx(
            'hit relative grid h-7 shrink-0 cursor-pointer place-items-center rounded-lg text-sm font-[550] whitespace-nowrap text-quiet transition-colors',
            'hover:text-text has-checked:bg-card has-checked:text-text has-checked:shadow-[0_1px_2px_oklch(0_0_0/0.18)]',
            'has-focus-visible:outline-2 has-focus-visible:outline-text [&_svg]:size-4',
            option.icon === undefined ? 'px-[11px]' : 'min-w-8',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {option.icon}
          <span className={option.icon === undefined ? undefined : 'sr-only'}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
