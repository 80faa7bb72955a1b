import type { Result } from '#domain/base/result';
import type { Instant } from '#domain/base/time';

import type { DemoAccount } from './account.ts';

/** What a call asks for, and when. */
export interface Asked {
  /** The one parameter that its path has, or ''. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly now: Instant;
}

/** A plain value goes out as JSON, a Response as it is. */
export type Answer = (account: DemoAccount, asked: Asked) => Result<unknown>;
