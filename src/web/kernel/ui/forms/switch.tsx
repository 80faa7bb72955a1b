import { type ReactNode, useId } from 'react';

interface SwitchProps {
  readonly label: string;
  /** What being on or off means. */
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Switch({ label, hint, checked, disabled, onChange }: SwitchProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="flex items-start justify-between gap-4 has-disabled:opacity-55">
      <div>
        <label htmlFor={id} className="font-[550]">
          {label}
        </label>
        {hint !== undefined && (
          <p id={hintId} className="text-sm text-faint">
            {hint}
          </p>
        )}
      </div>
      <span className="hit grid shrink-0 place-items-center">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-describedby={hint === undefined ? undefined : hintId}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className={
            'relative h-6 w-10 cursor-pointer appearance-none rounded-full border border-edge bg-raise transition-colors ' +
            'before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full before:bg-quiet before:transition-[translate] ' +
            'checked:border-transparent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent ' +
            'forced-colors:appearance-auto forced-colors:before:hidden'
          }
        />
      </span>
    </div>
  );
}
