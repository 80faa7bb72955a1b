import { amountText } from '../../kernel/ui/format/digits.ts';
import { bondTexts } from '../../bonds/bond-texts.ts';
import { nextStepTexts as says } from './next-step-texts.ts';
import { ClaimButtons } from '../../bonds/claim-buttons.tsx';
import { totalOf } from '../../bonds/total-of.ts';
import { type StepContext, type StepView, orPaused } from './step-context.ts';
import { StepLink } from './step-link.tsx';

/** All that can be claimed is one step. */
export function claimView({ own }: StepContext): StepView {
  const ready = own.bonds.filter(({ claimable }) => claimable);
  const amount = amountText('LMT', totalOf(ready));
  const { strip, stripMany } = bondTexts.claim;
  return {
    title: ready.length === 1 ? strip(amount) : stripMany(ready.length, amount),
    tone: 'good',
    ...orPaused(own, says.claim.hint, <ClaimButtons bonds={ready} />),
  };
}

export function paymentView({ own, id }: StepContext): StepView {
  const bond = own.bonds.find((each) => each.id === id);
  const { title, hint, unpaid, unpaidHint, action } = says.payment;
  const isUnpaid = bond?.transactionSignature === null;
  const token = bond?.tokenType ?? 'SOL';
  return {
    title: (isUnpaid ? unpaid : title)(amountText(token, bond?.amount ?? ''), token),
    hint: isUnpaid ? unpaidHint : hint,
    tone: 'good',
    actions: <StepLink href="/?tab=bond">{action}</StepLink>,
  };
}

export function lockedView({ own, id, when }: StepContext): StepView {
  const bond = own.bonds.find((each) => each.id === id);
  const { title, hint } = says.locked;
  return { title: title(amountText('LMT', bond?.lmtAmount ?? ''), when), hint, tone: 'good' };
}

export function bondView(): StepView {
  const { title, hint, action } = says.bond;
  return { title, hint, tone: 'good', actions: <StepLink href="/?tab=bond">{action}</StepLink> };
}
