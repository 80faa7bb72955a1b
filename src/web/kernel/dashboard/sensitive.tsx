import type { ComponentProps } from 'react';

import type { PayoutJson } from '#contract/sells/sells';

import { Address } from '../ui/marks/address.tsx';
import { Figure } from '../ui/format/figure.tsx';
import { PayoutLink, TransactionLink } from '../api/transaction-link.tsx';
import { type Toast, showToast } from '../ui/overlays/toast.ts';
import { createStoredStore } from '../ui/state/create-store.ts';
import { adminTexts } from './dashboard-texts.ts';

const hidden = createStoredStore({
  storage: () => sessionStorage,
  keys: ['adminHidesSensitive'],
  parse: ([text]) => text === 'true',
  format: (value) => [String(value)],
});

/** Masks or shows wallets, names, signatures, balances, amounts and counts of people; for as long as the tab is open. */
export const hideSensitive = hidden.set;

/** Whether all of that is masked. */
export const useHidden = hidden.useValue;

/** A toast of the owner's. Its detail names amounts, wallets and people: where they are hidden, `safe` stands for it. */
export function showSafeToast({ detail, ...toast }: Toast, safe?: string): void {
  showToast({ ...toast, detail: hidden.get() ? safe : detail });
}

export function Mask() {
  return (
    <span aria-label={adminTexts.masked} role="img" className="tracking-widest text-faint">
      ••••
    </span>
  );
}

/** A figure that the owner may hide from who looks over their shoulder. */
export function SafeFigure(props: ComponentProps<typeof Figure>) {
  return useHidden() ? <Mask /> : <Figure {...props} />;
}

/** The large ones of a Stat. */
export const largeUsd = (value: string) => <SafeFigure value={value} prefix="$" size="lg" />;
export const largeCount = (count: number) => (
  <SafeFigure value={String(count)} decimals={0} size="lg" />
);

/** A wallet that the owner may hide. */
export function SafeAddress(props: ComponentProps<typeof Address>) {
  return useHidden() ? <Mask /> : <Address {...props} />;
}

/** A transaction that the owner may hide: it leads to wallet and amount. */
export function SafeTransaction(props: ComponentProps<typeof TransactionLink>) {
  return useHidden() ? <Mask /> : <TransactionLink {...props} />;
}

/** The transaction that pays a request, which the owner may hide: it leads to wallet and amount. */
export function SafePayoutLink({ payout }: { readonly payout: PayoutJson | null }) {
  const isHidden = useHidden();
  return isHidden && payout?.signature ? <Mask /> : <PayoutLink payout={payout} />;
}

/** Figures, and what is as long as an address or a signature. */
const TELLING = /[1-9A-HJ-NP-Za-km-z]{32,}|\d[\d,.]*/g;

/** A sentence of the server's, without its figures and addresses where the owner hides them. */
export function useSafeSentence(): (text: string) => string {
  const isHidden = useHidden();
  return (text) => (isHidden ? text.replaceAll(TELLING, '••••') : text);
}

/** A name or an amount in what is only read out. */
export function useSafeName(): (name: string) => string {
  const isHidden = useHidden();
  return (name) => (isHidden ? adminTexts.masked : name);
}

/** A free text on one line, whole on hover, that the owner may hide. */
export function SafeNote({ text }: { readonly text: string }) {
  if (useHidden()) return <Mask />;
  return (
    <span className="block max-w-[28ch] truncate" data-hint={text}>
      {text}
    </span>
  );
}

/** A text with an amount, wallet or name in it that the owner may hide. */
export function SafeText({ children }: { readonly children: string }) {
  return useHidden() ? <Mask /> : <>{children}</>;
}
