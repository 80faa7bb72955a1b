import type { Shape } from '../../ui/cards/skeleton.tsx';

/** Of the form with its preview. */
export const SELL_SHAPE: Shape = { figures: 2, items: 5, rows: 6, text: 200 };
