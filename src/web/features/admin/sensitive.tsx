import { type ComponentProps, useSyncExternalStore } from 'react';

import { Address } from '../../ui/marks/address.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { adminTexts } from '../../texts/admin.ts';

const KEY = 'adminHidesSensitive';
const listeners = new Set<() => void>();
let hidden = readStored();

function readStored(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/** Masks or shows wallets, balances and amounts; for as long as the tab is open. */
export function hideSensitive(hide: boolean): void {
  hidden = hide;
  try {
    sessionStorage.setItem(KEY, String(hide));
  } catch {
    // It holds until the page is left.
  }
  for (const listener of listeners) listener();
}

/** Whether wallets, balances and amounts are masked. */
export function useHidden(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}

function Mask() {
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

/** A wallet that the owner may hide. */
export function SafeAddress(props: ComponentProps<typeof Address>) {
  return useHidden() ? <Mask /> : <Address {...props} />;
}

/** A text with an amount, wallet or name in it that the owner may hide. */
export function SafeText({ children }: { readonly children: string }) {
  return useHidden() ? <Mask /> : <>{children}</>;
}
