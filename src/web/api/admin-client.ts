import { PATHS } from '#contract/paths';

import { type AdminSession, adminSession, forgetAdminSession } from './admin-session.ts';
import { answerError } from './api-error.ts';
import { type CallOptions, call, send } from './client.ts';

/** For what goes over everybody: audits, checks of the chain, whole files. */
export const LONG_MS = 900_000;

/** The server no longer knows the owner's session: the gate is shown again. */
export class AdminSessionEnded extends Error {
  override readonly name = 'AdminSessionEnded';
}

/** An admin session for the wallet that is signed in, if it is the owner's. */
export function askAdminAccess(walletAddress: string): Promise<{ readonly sessionToken: string }> {
  return call(PATHS.adminAccess, { method: 'POST', body: { walletAddress } });
}

/** Forgets the session here, so that nothing more is asked by it, and ends it on the server too. */
export async function endAdminSession(): Promise<void> {
  const session = adminSession();
  if (!session) return;
  forgetAdminSession();
  const response = await send(PATHS.adminAccess, { method: 'DELETE', headers: headersOf(session) });
  if (!response.ok) throw await answerError(response);
}

const headersOf = ({ sessionToken, wallet }: AdminSession): Record<string, string> => ({
  'x-admin-session': sessionToken,
  'x-wallet-address': wallet,
});

/** A call of the owner's; gives its JSON answer. */
export async function adminCall<T>(path: string, options: CallOptions = {}): Promise<T> {
  return (await (await adminSend(path, options)).json()) as T;
}

/** A page of a list, how many there are in all, and where the next page begins. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** A page of a list that is an array on the wire. */
export async function adminPage<T>(path: string, signal?: AbortSignal): Promise<Page<T>> {
  const response = await adminSend(path, signal ? { signal } : {});
  return {
    items: (await response.json()) as readonly T[],
    total: Number(response.headers.get('x-total-count') ?? 0),
    nextCursor: response.headers.get('x-next-cursor'),
  };
}

/** The answer of an owner's call as it came. Throws an ApiError for every refusal. */
export async function adminSend(path: string, options: CallOptions = {}): Promise<Response> {
  const session = adminSession();
  if (!session) throw new AdminSessionEnded('no admin session');
  const headers = { ...options.headers, ...headersOf(session) };
  const response = await send(path, { ...options, headers });
  if (response.ok) return response;
  const error = await answerError(response);
  if (error.status !== 401) throw error;
  forgetAdminSession();
  throw new AdminSessionEnded(error.message, { cause: error });
}

/** A path with what is asked for in its query; what is empty is left out. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`;
}
