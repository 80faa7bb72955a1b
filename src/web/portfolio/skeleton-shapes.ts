import type { Shape } from '../kernel/ui/cards/skeleton.tsx';

export const PORTFOLIO_SHAPE: Shape = { figures: 2, rows: 2, pairs: 4, text: 90 };
