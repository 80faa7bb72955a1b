import { type ReactNode, useId } from 'react';

/** What ties a control to its label, hint and error. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** Right of the label: an available balance, a link. */
  readonly aside?: ReactNode;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A labelled control with its hint and its error; the error takes the hint's place. */
export function Field({ label, hint, error = null, aside, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const noted = error !== null || hint !== undefined;
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-sm font-[550] text-quiet">
          {label}
        </label>
        {aside !== undefined && <div className="text-sm text-faint">{aside}</div>}
      </div>
      {children({
        id,
        'aria-describedby': noted ? noteId : undefined,
        'aria-invalid': error === null ? undefined : true,
      })}
      {noted && (
        <p
          id={noteId}
          aria-live="polite"
          className={error === null ? 'text-sm text-faint' : 'text-sm text-red'}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
