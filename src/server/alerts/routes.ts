import * as health from '#contract/alerts/health';
import { type Route, found } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { rememberOwner } from '../kernel/guards/remember-owner.ts';
import { readHealth } from './read-health.ts';

export function alertRoutes(parts: Parts, { owner }: Guards): Route[] {
  return [found(health.getHealth, rememberOwner(owner), ({ query }) => readHealth(parts, query))];
}
