import { type User, presentUser } from '#contract/auth';
import { type Result, ok, refuse } from '#domain/result';
import type { Caller } from '../guards/session.ts';
import type { Parts } from '../parts.ts';
import { findUser, renameUser } from '../store/users.ts';

/** The user of a wallet. */
export async function readUser(
  { database }: Parts,
  { walletAddress }: { readonly walletAddress: string },
): Promise<Result<User>> {
  const found = await findUser(database, { wallet: walletAddress });
  return found ? ok(presentUser(found)) : refuse('NOT_FOUND', { what: 'User' });
}

/** The session's own user, under a new name where one is given. */
export async function nameUser(
  { database }: Parts,
  { userId }: Caller,
  { username }: { readonly username?: string | undefined },
): Promise<Result<User>> {
  if (username !== undefined) await renameUser(database, userId, username);
  const found = await findUser(database, { id: userId });
  return found ? ok(presentUser(found)) : refuse('NOT_FOUND', { what: 'User' });
}
