import type { ComponentProps, InputHTMLAttributes } from 'react';

import { Field } from './field.tsx';
import { BARE_CLASS, CONTROL_CLASS } from './control-class.ts';

interface TextFieldProps extends Omit<ComponentProps<typeof TextInput>, 'onChange'> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
  readonly onChange: (text: string) => void;
}

/** A labelled line of text. */
export function TextField({ label, hint, error = null, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <TextInput {...control} {...input} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}

/** One line of text; its label is a Field's. */
export function TextInput(props: Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>) {
  return (
    <div className={CONTROL_CLASS}>
      <input type="text" autoComplete="off" {...props} className={BARE_CLASS} />
    </div>
  );
}
