import type { Shape } from '../../ui/cards/skeleton.tsx';

export const PROTOCOL_SHAPE: Shape = { figures: 2, items: 2, pairs: 4, text: 110 };
export const STATUS_SHAPE: Shape = { rows: 4, text: 40 };
