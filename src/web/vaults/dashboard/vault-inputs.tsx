import type { AdminVaultJson } from '#contract/vaults/admin-vaults';

import { AmountInput } from '../../kernel/ui/forms/amount-input.tsx';
import { DateField } from '../../kernel/ui/forms/date-field.tsx';
import { trimZeros } from '../../kernel/ui/format/format.ts';
import { localTime } from '../../kernel/ui/format/local-time.ts';
import { optionsOf } from '../../kernel/ui/forms/options.ts';
import { SelectField } from '../../kernel/ui/forms/select-field.tsx';
import { Switch } from '../../kernel/ui/forms/switch.tsx';
import { adminVaultsTexts } from './admin-vault-texts.ts';
import { TextField } from '../../kernel/ui/forms/text-field.tsx';
import { useHidden } from '../../kernel/dashboard/sensitive.tsx';
import {
  type CheckedVault,
  UNREAD,
  type VaultDraft,
  hasTimes,
  isReopened,
  untouched,
} from './draft.ts';

const { panel: words, form } = adminVaultsTexts;
const STEP = '0.000001';
const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const STATUSES = optionsOf(['vesting', 'active', 'completed'], words.statuses);

interface VaultInputsProps {
  readonly vault: AdminVaultJson;
  readonly draft: VaultDraft;
  readonly errors: CheckedVault['errors'];
  readonly onChange: (draft: VaultDraft) => void;
}

/** The seven fields of a vault that can be set. */
export function VaultInputs({ vault, draft, errors, onChange }: VaultInputsProps) {
  const isHidden = useHidden();
  const change = (part: Partial<VaultDraft>) => onChange({ ...draft, ...part });
  const status = draft.status ?? vault.status;
  return (
    <>
      <AmountInput
        label={words.amount}
        unit="LMT"
        step={STEP}
        hint={isReopened(draft, vault) ? form.reopenedHint : form.amountHint}
        error={errors.amount ?? null}
        value={draft.amount ?? (isHidden ? '' : trimZeros(untouched(draft, vault).amount))}
        onChange={(amount) => change({ amount })}
      />
      <AmountInput
        label={words.rewards}
        unit="LMT"
        step={STEP}
        hint={form.rewardsHint}
        error={errors.rewardsAccrued ?? null}
        value={draft.rewardsAccrued ?? (isHidden ? '' : trimZeros(vault.rewardsAccrued))}
        onChange={(rewardsAccrued) => change({ rewardsAccrued })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={words.status}
          hint={status === vault.status ? undefined : form.statusHint[status]}
          options={STATUSES}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
        />
        <TextField
          label={words.cycle}
          error={errors.cycleNumber ?? null}
          inputMode="numeric"
          value={draft.cycleNumber ?? String(vault.cycleNumber)}
          onChange={(text) => change({ cycleNumber: text.trim() })}
        />
      </div>
      <Switch
        label={words.auto}
        hint={form.autoHint}
        checked={draft.autoRestakeEnabled ?? vault.autoRestakeEnabled}
        onChange={(autoRestakeEnabled) => change({ autoRestakeEnabled })}
      />
      <TimeInputs vault={vault} draft={draft} errors={errors} onChange={onChange} />
    </>
  );
}

function TimeInputs({ vault, draft, errors, onChange }: VaultInputsProps) {
  const canEdit = hasTimes(draft, vault);
  const field = (name: 'vaultStartTime' | 'vaultEndTime', label: string) => (
    <DateField
      label={label}
      kind="time"
      error={errors[name] ?? null}
      disabled={!canEdit}
      value={
        draft[name] === UNREAD ? null : (draft[name] ?? localTime(untouched(draft, vault)[name]))
      }
      onChange={(time) => onChange({ ...draft, [name]: time ?? UNREAD })}
    />
  );
  return (
    <div className="grid gap-2">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {field('vaultStartTime', words.vaultStart)}
        {field('vaultEndTime', words.vaultEnd)}
      </div>
      <p className="text-sm text-faint">
        {canEdit ? `${form.windowNote} ${form.zone(ZONE)}` : form.timesOff}
      </p>
    </div>
  );
}
