import { ok } from '#domain/base/result';
import type { Guard, Incoming } from '../base/route.ts';

/** Allows everybody. */
export const anyone: Guard<Incoming> = async (incoming) => ok(incoming);
