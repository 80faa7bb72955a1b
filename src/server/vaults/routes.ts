import * as adminVaults from '#contract/vaults/admin-vaults';
import * as vaults from '#contract/vaults/vaults';
import { type Route, done, found, route } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { quoteRate } from '../kernel/guards/ip-rate-limit.ts';
import { notPaused } from '../kernel/guards/not-paused.ts';
import { ownVault } from '../kernel/guards/ownership.ts';
import { exportVaults, listVaults } from './admin-vaults.ts';
import {
  activateStake,
  chooseAutoRestake,
  completeStake,
  restake,
  withdraw,
} from './change-vault.ts';
import { deleteVault, editVault, retryVault } from './edit-vault.ts';
import { listStakes } from './list-stakes.ts';
import { openStake } from './open-stake.ts';
import { quoteFee } from './quote-fee.ts';

export function vaultRoutes(parts: Parts, { acting, owner, reading, user }: Guards): Route[] {
  const onVault = notPaused(parts, ownVault(parts));
  return [
    route(adminVaults.exportVaults, owner, ({ query }) => exportVaults(parts, query)),
    route(adminVaults.listVaults, owner, ({ query }) => listVaults(parts, query)),
    done(adminVaults.editVault, owner, ({ params, body }, by) =>
      editVault(parts, by, { ...body, ...params }),
    ),
    done(adminVaults.deleteVault, owner, ({ params, query }, by) =>
      deleteVault(parts, by, { ...query, ...params }),
    ),
    done(adminVaults.retryVault, owner, ({ params, body }, by) =>
      retryVault(parts, by, { ...body, ...params }),
    ),
    done(vaults.getFeeQuote, quoteRate(parts, user), ({ query }, caller) =>
      quoteFee(parts, caller, query),
    ),
    route(vaults.openStake, acting, ({ body }, caller) => openStake(parts, caller, body)),
    found(vaults.listStakes, reading, ({ params }) => listStakes(parts, params)),
    done(vaults.activateStake, onVault, ({ params }, caller) =>
      activateStake(parts, caller, params),
    ),
    done(vaults.restakeStake, onVault, ({ params }, caller) => restake(parts, caller, params)),
    done(vaults.completeStake, onVault, ({ params }, caller) =>
      completeStake(parts, caller, params),
    ),
    done(vaults.chooseAutoRestake, onVault, ({ params, body }, caller) =>
      chooseAutoRestake(parts, caller, { ...body, ...params }),
    ),
    done(vaults.withdraw, onVault, ({ params, body }, caller) =>
      withdraw(parts, caller, { ...body, ...params }),
    ),
  ];
}
