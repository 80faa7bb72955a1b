import { Field } from './field.tsx';
import { Select } from './select.tsx';

interface SelectFieldProps<V extends string> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly disabled?: boolean;
  readonly onChange: (value: V) => void;
}

/** A labelled choice of one of several. */
export function SelectField<V extends string>(props: SelectFieldProps<V>) {
  const { label, hint, onChange, ...select } = props;
  const choose = (text: string) => {
    const chosen = select.options.find(({ value }) => value === text);
    if (chosen) onChange(chosen.value);
  };
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select {...control} {...select} onChange={({ target }) => choose(target.value)} />
      )}
    </Field>
  );
}
