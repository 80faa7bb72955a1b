import * as stakes from '#contract/stakes';
import {
  activateStake,
  chooseAutoRestake,
  completeStake,
  restake,
  withdraw,
} from '../actions/vaults/change-vault.ts';
import { listStakes } from '../actions/vaults/list-stakes.ts';
import { openStake } from '../actions/vaults/open-stake.ts';
import { quoteFee } from '../actions/vaults/quote-fee.ts';
import { notPaused } from '../guards/not-paused.ts';
import { ownVault } from '../guards/own-subject.ts';
import type { Caller } from '../guards/session.ts';
import { done, found } from '../base/answers.ts';
import { type Guard, type Route, route } from '../base/route.ts';
import type { Parts } from '../parts.ts';

/** Stakes, their fees, and what is done to vaults. */
export function stakeRoutes(parts: Parts, user: Guard<Caller>, reading: Guard<null>): Route[] {
  const onVault = notPaused(parts, ownVault(parts));
  return [
    route(stakes.getFeeQuote, user, async ({ query }, caller) =>
      done(await quoteFee(parts, caller, query)),
    ),
    route(stakes.openStake, notPaused(parts, user), ({ body }, caller) =>
      openStake(parts, caller, body),
    ),
    route(stakes.listStakes, reading, async ({ params }) => found(await listStakes(parts, params))),
    route(stakes.activateStake, onVault, async ({ params }, caller) =>
      done(await activateStake(parts, caller, params)),
    ),
    route(stakes.restakeStake, onVault, async ({ params }, caller) =>
      done(await restake(parts, caller, params)),
    ),
    route(stakes.completeStake, onVault, async ({ params }, caller) =>
      done(await completeStake(parts, caller, params)),
    ),
    route(stakes.chooseAutoRestake, onVault, async ({ params, body }, caller) =>
      done(await chooseAutoRestake(parts, caller, { ...body, ...params })),
    ),
    route(stakes.withdraw, onVault, async ({ params, body }, caller) =>
      done(await withdraw(parts, caller, { ...body, ...params })),
    ),
  ];
}
