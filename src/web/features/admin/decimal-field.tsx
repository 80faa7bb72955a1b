import { BARE_CLASS, CONTROL_CLASS } from '../../ui/forms/control-class.ts';
import { Field } from '../../ui/forms/field.tsx';

interface DecimalFieldProps {
  readonly label: string;
  readonly unit: string;
  readonly value: string;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly onChange: (text: string) => void;
}

/** A decimal that the owner types into a dialog; it has the focus when that opens. */
export function DecimalField(props: DecimalFieldProps) {
  const { label, unit, value, error, disabled, onChange } = props;
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className={CONTROL_CLASS}>
          <input
            {...control}
            data-autofocus
            inputMode="decimal"
            autoComplete="off"
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value)}
            className={`${BARE_CLASS} text-lg font-[560]`}
          />
          <span className="text-quiet">{unit}</span>
        </div>
      )}
    </Field>
  );
}
