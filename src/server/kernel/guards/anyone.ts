import { ok } from '#domain/base/result';
import type { Guard, Incoming } from '../base/route.ts';

/** Lets everybody through. */
export const anyone: Guard<Incoming> = async (incoming) => ok(incoming);
