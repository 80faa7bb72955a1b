import { ok } from '#domain/result';
import type { Guard } from '../http/route.ts';

/** Anybody may. */
export const open: Guard<null> = async () => ok(null);
