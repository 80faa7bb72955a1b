import { Field } from '../../ui/forms/field.tsx';
import { adminTexts } from '../../texts/admin.ts';
import { TextInput } from '../../ui/forms/text-input.tsx';

const { confirm: words } = adminTexts;

interface ReasonFieldProps {
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (reason: string) => void;
}

/** Why the owner does something, for the log. */
export function ReasonField({ value, disabled, onChange }: ReasonFieldProps) {
  return (
    <Field label={words.reason} hint={words.reasonHint}>
      {(control) => (
        <TextInput
          {...control}
          maxLength={1_000}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
