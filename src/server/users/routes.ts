import * as adminSession from '#contract/users/admin-session';
import * as adminUsers from '#contract/users/admin-users';
import * as auth from '#contract/users/auth';
import { type Route, done, found, route } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { adminAccess, endAccess } from './admin-access.ts';
import { deleteUser, editUser, exportUsers, listUsers } from './admin-users.ts';
import { getNonce, getSignIn, logout, verifyWallet } from './sign-in.ts';
import { nameUser, readUser } from './user-account.ts';

export function userRoutes(
  parts: Parts,
  { owner, reading, signIn, signedIn, user }: Guards,
): Route[] {
  return [
    found(auth.getNonce, signIn, ({ body }, from) => getNonce(parts, body, from)),
    found(auth.getSignIn, signIn, (_, from) => getSignIn(parts, from)),
    route(auth.verifyWallet, signIn, ({ body }, from) => verifyWallet(parts, body, from)),
    route(auth.logout, signedIn, (_, caller) => logout(parts, caller)),
    done(auth.getUser, reading, ({ params }) => readUser(parts, params)),
    done(auth.postUser, user, ({ body }, caller) => nameUser(parts, caller, body)),
    route(adminSession.directAccess, signIn, ({ body }, from) => adminAccess(parts, from, body)),
    found(adminSession.endAccess, owner, (_, by) => endAccess(parts, by)),
    route(adminUsers.exportUsers, owner, ({ query }) => exportUsers(parts, query)),
    route(adminUsers.listUsers, owner, ({ query }) => listUsers(parts, query)),
    done(adminUsers.editUser, owner, ({ params, body }, by) =>
      editUser(parts, by, { ...body, ...params }),
    ),
    done(adminUsers.deleteUser, owner, ({ params, query }, by) =>
      deleteUser(parts, by, { ...query, ...params }),
    ),
  ];
}
