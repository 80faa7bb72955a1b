import { stakeTexts } from '../stake-texts.ts';
import { showToast } from '../../kernel/ui/overlays/toast.ts';
import type { Checked } from './check-stake.ts';

const says = stakeTexts.toasts;

/** Says what is wrong with the amount to stake, if the refusal is about the amount. */
export function tellWrong(checked: Checked): void {
  if (checked.kind === 'invalid') {
    showToast({ tone: 'failure', title: says.invalid, detail: says.invalidDetail });
  }
  if (checked.kind === 'over') {
    showToast({ tone: 'failure', title: says.over, detail: checked.reason });
  }
}

export function tellLoading(): void {
  showToast({ tone: 'info', title: says.loading, detail: says.loadingDetail });
}
