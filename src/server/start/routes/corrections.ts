import * as adminLog from '#contract/audit/admin-log';
import * as adminUsers from '#contract/users/admin-users';
import * as adminVaults from '#contract/vaults/admin-vaults';
import { deleteUser, editUser, listUsers } from '../../users/admin-users.ts';
import { listVaults } from '../../vaults/admin-vaults.ts';
import { deleteBond } from '../../bonds/delete-bond.ts';
import { deleteVault, editVault, retryVault } from '../../vaults/edit-vault.ts';
import { readLog } from '../../audit/read-log.ts';
import type { Admin } from '../../kernel/guards/owner.ts';
import { type Guard, type Route, done, route } from '../../kernel/base/route.ts';
import type { Parts } from '../../kernel/parts.ts';

/** What the owner corrects: users, vaults, bonds; and the log of it. */
export function correctionRoutes(parts: Parts, theOwner: Guard<Admin>): Route[] {
  return [
    route(adminVaults.listVaults, theOwner, ({ query }) => listVaults(parts, query)),
    done(adminVaults.editVault, theOwner, ({ params, body }, by) =>
      editVault(parts, by, { ...body, ...params }),
    ),
    done(adminVaults.deleteVault, theOwner, ({ params, query }, by) =>
      deleteVault(parts, by, { ...query, ...params }),
    ),
    done(adminVaults.retryVault, theOwner, ({ params, body }, by) =>
      retryVault(parts, by, { ...body, ...params }),
    ),
    route(adminUsers.listUsers, theOwner, ({ query }) => listUsers(parts, query)),
    done(adminUsers.editUser, theOwner, ({ params, body }, by) =>
      editUser(parts, by, { ...body, ...params }),
    ),
    done(adminUsers.deleteUser, theOwner, ({ params, query }, by) =>
      deleteUser(parts, by, { ...query, ...params }),
    ),
    done(adminUsers.deleteBond, theOwner, ({ params, query }, by) =>
      deleteBond(parts, by, { ...query, ...params }),
    ),
    route(adminLog.getLog, theOwner, ({ query }) => readLog(parts, query)),
  ];
}
