import type { StakeJson } from '#contract/vaults/vaults';

import { amountText } from '../../kernel/ui/format/digits.ts';
import { nextStepTexts as says } from './next-step-texts.ts';
import { vaultTexts } from '../../kernel/ui/texts/vault-texts.ts';
import { ActivateButton } from '../../vaults/activate-button.tsx';
import { RestakeButton, UnstakeButton } from '../../vaults/vault-buttons.tsx';
import { cheaperWay } from '../../vaults/cheaper-way.ts';
import { vaultTotal } from '../../vaults/instead-text.ts';
import { shortId } from '#domain/base/short-id';
import { type StepContext, type StepView, orPaused } from './step-context.ts';
import { StepLink } from './step-link.tsx';

function vaultOf({ own, id }: StepContext): { stake: StakeJson | null; name: string } {
  const stake = own.stakes.find((each) => each.id === id) ?? null;
  return { stake, name: vaultTexts.name(shortId(id ?? '')) };
}

/** What a window's end does if the user does nothing before. */
export function windowView(about: StepContext): StepView {
  const { own, when } = about;
  const { stake, name } = vaultOf(about);
  const { title, titlePaused, reading } = says.window;
  if (own.isPaused) return { title: titlePaused(name), hint: says.paused, tone: 'time' };
  // Just matured, and not read again yet.
  if (!stake?.window) return { title: title(name, when), hint: reading, tone: 'time' };
  const way = cheaperWay({ stake, rates: own.settings, now: about.now, digits: 'glance' });
  return {
    title: title(name, when),
    hint: way?.brief ?? idleText(stake),
    tone: way?.isWaiting ? 'good' : 'time',
    actions: (
      <>
        <UnstakeButton stake={stake} />
        <RestakeButton stake={stake} />
      </>
    ),
  };
}

function idleText(stake: StakeJson): string {
  const { autoRestakeEnabled, window } = stake;
  const { auto, release } = says.window;
  if (autoRestakeEnabled) return auto(amountText('LMT', window?.autoRestake.fee ?? ''));
  return release(amountText('LMT', vaultTotal(stake)));
}

/** All that can be activated is one step. */
export function activateView(about: StepContext): StepView {
  const { own } = about;
  const ready = own.stakes.filter(({ phase }) => phase === 'ready');
  const { stake } = vaultOf(about);
  const { title, titleMany, hint } = says.activate;
  const stakes = ready.length > 0 ? ready : stake ? [stake] : [];
  return {
    title:
      stakes.length > 1 ? titleMany(stakes.length) : title(amountText('LMT', stake?.amount ?? '')),
    tone: 'good',
    ...orPaused(own, hint, stakes.length > 0 && <ActivateButton stakes={stakes} />),
  };
}

export function decidingView(about: StepContext): StepView {
  const { stake, name } = vaultOf(about);
  const { title, auto, release } = says.deciding;
  return { title: title(name), hint: stake?.autoRestakeEnabled ? auto : release, tone: 'good' };
}

export function vestingView(about: StepContext): StepView {
  const { stake } = vaultOf(about);
  const { title, hint } = says.vesting;
  return { title: title(amountText('LMT', stake?.amount ?? ''), about.when), hint, tone: 'good' };
}

export function maturesView(about: StepContext): StepView {
  const { stake, name } = vaultOf(about);
  const { title, auto, release } = says.matures;
  const hint = stake?.autoRestakeEnabled ? auto : release;
  return { title: title(name, about.when), hint, tone: 'good' };
}

export function stakeView({ own }: StepContext): StepView {
  const { title, hint, action } = says.stake;
  const actions = <StepLink href="/?tab=stake">{action}</StepLink>;
  return { title: title(amountText('LMT', own.unstakedLMT)), hint, tone: 'good', actions };
}
