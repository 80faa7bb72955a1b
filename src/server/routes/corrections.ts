import * as adminLog from '#contract/admin-log';
import * as adminUsers from '#contract/admin-users';
import * as adminVaults from '#contract/admin-vaults';
import { deleteUser, editUser, listUsers } from '../actions/owner/admin-users.ts';
import { listVaults } from '../actions/owner/admin-vaults.ts';
import { deleteBond } from '../actions/owner/delete-bond.ts';
import { deleteVault, editVault, retryVault } from '../actions/owner/edit-vault.ts';
import { readLog } from '../actions/owner/read-log.ts';
import type { Admin } from '../guards/owner.ts';
import { done } from '../base/answers.ts';
import { type Guard, type Route, route } from '../base/route.ts';
import type { Parts } from '../parts.ts';

/** What the owner corrects: users, vaults, bonds; and the log of it. */
export function correctionRoutes(parts: Parts, theOwner: Guard<Admin>): Route[] {
  return [
    route(adminVaults.listVaults, theOwner, ({ query }) => listVaults(parts, query)),
    route(adminVaults.editVault, theOwner, async ({ params, body }, by) =>
      done(await editVault(parts, by, { ...body, ...params })),
    ),
    route(adminVaults.deleteVault, theOwner, async ({ params, query }, by) =>
      done(await deleteVault(parts, by, { ...query, ...params })),
    ),
    route(adminVaults.retryVault, theOwner, async ({ params, body }, by) =>
      done(await retryVault(parts, by, { ...body, ...params })),
    ),
    route(adminUsers.listUsers, theOwner, ({ query }) => listUsers(parts, query)),
    route(adminUsers.editUser, theOwner, async ({ params, body }, by) =>
      done(await editUser(parts, by, { ...body, ...params })),
    ),
    route(adminUsers.deleteUser, theOwner, async ({ params, query }, by) =>
      done(await deleteUser(parts, by, { ...query, ...params })),
    ),
    route(adminUsers.deleteBond, theOwner, async ({ params, query }, by) =>
      done(await deleteBond(parts, by, { ...query, ...params })),
    ),
    route(adminLog.getLog, theOwner, ({ query }) => readLog(parts, query)),
  ];
}
