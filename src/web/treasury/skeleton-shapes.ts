import type { Shape } from '../kernel/ui/cards/skeleton.tsx';

export const APY_SHAPE: Shape = { rows: 1, text: 340 };
export const BACKING_SHAPE: Shape = { figures: 1, rows: 6, text: 190 };
export const REVENUE_SHAPE: Shape = { rows: 4, text: 40 };
export const TRANSPARENCY_SHAPE: Shape = { text: 150, charts: 4, pairs: 12 };
