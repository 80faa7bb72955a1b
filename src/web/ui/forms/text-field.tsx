import type { ComponentProps } from 'react';

import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

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
