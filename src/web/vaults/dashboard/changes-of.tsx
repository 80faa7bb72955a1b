import type { ReactNode } from 'react';

import type { AdminVaultJson } from '#contract/vaults/admin-vaults';

import { adminVaultsTexts } from './admin-vault-texts.ts';
import { localTime } from '../../kernel/ui/format/local-time.ts';
import { shownDate } from '../../kernel/ui/forms/typed-date.ts';
import type { Change } from '../../kernel/dashboard/before-after.tsx';
import { SafeFigure } from '../../kernel/dashboard/sensitive.tsx';
import type { VaultEdit } from './draft.ts';

const { panel } = adminVaultsTexts;

/** What an edit changes of a vault, each as it is and as it will be. */
export function changesOf(vault: AdminVaultJson, edit: VaultEdit): Change[] {
  return [
    ...changeOf(panel.amount, [vault.amount, edit.amount], amountOf),
    ...changeOf(panel.rewards, [vault.rewardsAccrued, edit.rewardsAccrued], amountOf),
    ...changeOf(panel.status, [vault.status, edit.status], (status) => panel.statuses[status]),
    ...changeOf(panel.cycle, [vault.cycleNumber, edit.cycleNumber], String),
    ...changeOf(panel.auto, [vault.autoRestakeEnabled, edit.autoRestakeEnabled], switchOf),
    ...changeOf(panel.vaultStart, [vault.vaultStartTime, edit.vaultStartTime], timeOf),
    ...changeOf(panel.vaultEnd, [vault.vaultEndTime, edit.vaultEndTime], timeOf),
  ];
}

/** Nothing where it stays as it is. */
function changeOf<T>(
  label: string,
  [now, to]: readonly [now: T, to: T | undefined],
  show: (value: T) => ReactNode,
): Change[] {
  return to === undefined ? [] : [{ label, before: show(now), after: show(to) }];
}

const amountOf = (value: string | number) => <SafeFigure value={String(value)} digits="exact" />;
const switchOf = (on: boolean) => (on ? panel.on : panel.off);
/** To the second, as in the form: one may change no more than that. */
const timeOf = (iso: string | null) => (iso === null ? panel.notYet : shownDate(localTime(iso)));
