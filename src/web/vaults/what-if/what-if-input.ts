import type { StakeJson } from '#contract/vaults/vaults';
import type { Lmt, PayToken } from '#domain/base/money';

import type { Shape } from '../../kernel/ui/cards/skeleton.tsx';

/** Of what is shown once it is worked out. */
export const OUTCOMES_SHAPE: Shape = { text: 150, figures: 4, rows: 1 };

/** What the user is about to do; `amount` null while none is typed. */
export type Asked = { readonly userId: string } & (
  | { readonly kind: 'stake'; readonly amount: Lmt | null; readonly autoRestake: boolean }
  | { readonly kind: 'restake'; readonly stake: StakeJson }
  | { readonly kind: 'sell'; readonly amount: Lmt | null; readonly token: PayToken }
);
