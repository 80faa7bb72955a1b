import { forgetKept } from '../ui/state/use-kept.ts';
import type { Order } from './order.ts';

type Typed = Pick<Order, 'purpose' | 'userId'>;

/** Under this key the form of such an order keeps what its user typed. */
export const typedKey = ({ purpose, userId }: Typed): string => `${purpose} ${userId}`;

/** The order uses what its user typed: the form that is opened next begins anew. */
export const forgetTyped = (order: Typed): void => forgetKept(typedKey(order));
