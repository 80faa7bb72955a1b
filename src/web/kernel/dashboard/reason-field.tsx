import { adminTexts } from './dashboard-texts.ts';
import { TextField } from '../ui/forms/text-field.tsx';

const { confirm: words } = adminTexts;

interface ReasonFieldProps {
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (reason: string) => void;
}

/** Why the owner does something, for the log. */
export function ReasonField({ value, disabled, onChange }: ReasonFieldProps) {
  return (
    <TextField
      label={words.reason}
      hint={words.reasonHint}
      maxLength={1_000}
      value={value}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
