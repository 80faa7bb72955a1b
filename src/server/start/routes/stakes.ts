import * as stakes from '#contract/vaults/vaults';
import {
  activateStake,
  chooseAutoRestake,
  completeStake,
  restake,
  withdraw,
} from '../../vaults/change-vault.ts';
import { listStakes } from '../../vaults/list-stakes.ts';
import { openStake } from '../../vaults/open-stake.ts';
import { quoteFee } from '../../vaults/quote-fee.ts';
import { quoteRate } from '../../kernel/guards/network-rate.ts';
import { notPaused } from '../../kernel/guards/not-paused.ts';
import { ownVault } from '../../kernel/guards/ownership.ts';
import type { Caller } from '../../kernel/guards/session.ts';
import { type Guard, type Route, done, found, route } from '../../kernel/base/route.ts';
import type { Parts } from '../../kernel/parts.ts';

/** Stakes, their fees, and what is done to vaults. */
export function stakeRoutes(
  parts: Parts,
  user: Guard<Caller>,
  reading: Guard<Caller | null>,
): Route[] {
  const onVault = notPaused(parts, ownVault(parts));
  return [
    done(stakes.getFeeQuote, quoteRate(parts, user), ({ query }, caller) =>
      quoteFee(parts, caller, query),
    ),
    route(stakes.openStake, notPaused(parts, user), ({ body }, caller) =>
      openStake(parts, caller, body),
    ),
    found(stakes.listStakes, reading, ({ params }) => listStakes(parts, params)),
    done(stakes.activateStake, onVault, ({ params }, caller) =>
      activateStake(parts, caller, params),
    ),
    done(stakes.restakeStake, onVault, ({ params }, caller) => restake(parts, caller, params)),
    done(stakes.completeStake, onVault, ({ params }, caller) =>
      completeStake(parts, caller, params),
    ),
    done(stakes.chooseAutoRestake, onVault, ({ params, body }, caller) =>
      chooseAutoRestake(parts, caller, { ...body, ...params }),
    ),
    done(stakes.withdraw, onVault, ({ params, body }, caller) =>
      withdraw(parts, caller, { ...body, ...params }),
    ),
  ];
}
