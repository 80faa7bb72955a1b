import { useState } from 'react';

import { AmountInput } from '../kernel/ui/forms/amount-input.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { Check } from '../kernel/ui/forms/check.tsx';
import { DateField } from '../kernel/ui/forms/date-field.tsx';
import { Field } from '../kernel/ui/forms/field.tsx';
import { SelectField } from '../kernel/ui/forms/select-field.tsx';
import { Switch } from '../kernel/ui/forms/switch.tsx';
import { TextInput } from '../kernel/ui/forms/text-field.tsx';

const TOKENS = [
  { value: 'SOL', label: 'SOL' },
  { value: 'USDC', label: 'USDC' },
];

export function Forms() {
  const [token, setToken] = useState('SOL');
  const [amount, setAmount] = useState('1.25');
  const [restake, setRestake] = useState(true);
  const [day, setDay] = useState<string | null>('2026-12-07');
  return (
    <Card title="Forms">
      <div className="grid gap-5">
        <SelectField label="Pay with" options={TOKENS} value={token} onChange={setToken} />
        <AmountInput
          label="Amount to stake"
          unit="LMT"
          step="0.0001"
          max="2.37241099"
          aside="Available 2.3724 LMT"
          value={amount}
          onChange={setAmount}
        />
        <AmountInput
          label="Amount to bond"
          unit="SOL"
          step="0.01"
          value="900"
          error="Insufficient balance. Please check your wallet balance."
          onChange={setAmount}
        />
        <AmountInput
          label="While a request runs"
          unit="LMT"
          step="0.01"
          value=""
          disabled
          onChange={setAmount}
        />
        <Field label="Reason" hint="Kept in the admin log.">
          {(control) => <TextInput {...control} placeholder="Optional" />}
        </Field>
        <DateField kind="day" label="From" value={day} onChange={setDay} />
        <DateField kind="time" label="Vault end" value="" disabled onChange={() => {}} />
        <Check checked={restake} onChange={setRestake}>
          Compared
        </Check>
        <Switch
          label="Auto-restake"
          hint="Off: everything moves to your unstaked LMT at the window's end, without a fee."
          checked={restake}
          onChange={setRestake}
        />
        <Switch label="Off" checked={false} onChange={setRestake} />
        <Switch label="Disabled" checked disabled onChange={setRestake} />
      </div>
    </Card>
  );
}
