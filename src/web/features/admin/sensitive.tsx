import type { ComponentProps } from 'react';

import { Address } from '../../ui/marks/address.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { createStoredStore } from '../../ui/state/create-store.ts';
import { adminTexts } from '../../texts/admin.ts';

const hidden = createStoredStore({
  storage: () => sessionStorage,
  keys: ['adminHidesSensitive'],
  parse: ([text]) => text === 'true',
  format: (value) => [String(value)],
});

/** Masks or shows wallets, balances and amounts; for as long as the tab is open. */
export const hideSensitive = hidden.set;

/** Whether wallets, balances and amounts are masked. */
export const useHidden = hidden.useValue;

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
