import { Field } from './field.tsx';
import { Select, type SelectProps } from './select.tsx';

interface SelectFieldProps<V extends string> extends SelectProps<V> {
  readonly label: string;
  readonly hint?: string | undefined;
}

/** A labelled choice of one of several. */
export function SelectField<V extends string>({ label, hint, ...select }: SelectFieldProps<V>) {
  return (
    <Field label={label} hint={hint}>
      {(control) => <Select {...control} {...select} />}
    </Field>
  );
}
