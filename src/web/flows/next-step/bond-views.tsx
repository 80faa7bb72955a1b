import { formatAmount, lmt, parseAmount, sum } from '#domain/base/money';

import { formatNumber } from '../../ui/format/format.ts';
import { bondTexts } from '../../texts/bond.ts';
import { nextStepTexts as says } from '../../texts/next-step.ts';
import { ClaimButton } from '../claim/claim-button.tsx';
import { type About, type StepView, orPaused } from './about.ts';
import { StepLink } from './step-link.tsx';

/** All that can be claimed is one step. */
export function claimView({ own }: About): StepView {
  const ready = own.bonds.filter(({ claimable }) => claimable);
  const [only] = ready;
  const total = sum(ready.map(({ lmtAmount }) => parseAmount('LMT', lmtAmount) ?? lmt(0n)));
  const amount = formatNumber(formatAmount('LMT', total), 4);
  const { strip, stripMany, show } = bondTexts.claim;
  const isOne = ready.length === 1 && only !== undefined;
  const action = isOne ? (
    <ClaimButton bond={only} />
  ) : (
    <StepLink href="/?tab=bond">{show}</StepLink>
  );
  return {
    title: isOne ? strip(amount) : stripMany(ready.length, amount),
    tone: 'good',
    ...orPaused(own, says.claim.hint, action),
  };
}

export function paymentView({ own, id }: About): StepView {
  const bond = own.bonds.find((each) => each.id === id);
  const { title, hint, action } = says.payment;
  const token = bond?.tokenType ?? 'SOL';
  return {
    title: title(formatNumber(bond?.amount ?? '', token === 'SOL' ? 4 : 2), token),
    hint,
    tone: 'good',
    actions: <StepLink href="/?tab=bond">{action}</StepLink>,
  };
}

export function lockedView({ own, id, when }: About): StepView {
  const bond = own.bonds.find((each) => each.id === id);
  const { title, hint } = says.locked;
  return { title: title(formatNumber(bond?.lmtAmount ?? '', 4), when), hint, tone: 'good' };
}

export function bondView(): StepView {
  const { title, hint, action } = says.bond;
  return { title, hint, tone: 'good', actions: <StepLink href="/?tab=bond">{action}</StepLink> };
}
