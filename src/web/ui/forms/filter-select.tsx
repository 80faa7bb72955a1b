import { ChevronDown } from 'lucide-react';

interface FilterSelectProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}

/** A small select above a table, with its label inside the frame. */
export function FilterSelect<V extends string>(props: FilterSelectProps<V>) {
  const { label, value, options, onChange } = props;
  return (
    <label className="hit relative inline-flex min-h-8 items-center gap-1.5 rounded-control border border-edge bg-ground pl-3 text-sm text-faint has-focus-visible:outline-2 has-focus-visible:outline-text">
      {label}
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className="appearance-none self-stretch bg-transparent pr-8 text-text outline-none"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-card text-text">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute right-2.5 size-4 text-quiet"
      />
    </label>
  );
}
