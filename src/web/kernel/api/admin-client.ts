import type { FilePath, JsonPath, Method } from '#contract/api';
import { PATHS } from '#contract/base/paths';

import { type AdminSession, adminSession, forgetAdminSession } from './admin-session.ts';
import { answerError } from './api-error.ts';
import { type Answer, type Asked, type Request, call, send } from './client.ts';

/** For what goes over everybody: audits, checks of the chain, whole files. */
export const LONG_MS = 900_000;

/** The server no longer knows the owner's session: the gate is shown again. */
export class AdminSessionEnded extends Error {
  override readonly name = 'AdminSessionEnded';
}

/** Forgets the session here, so that nothing more is asked by it, and ends it on the server too. */
export async function endAdminSession(): Promise<void> {
  const session = adminSession();
  if (!session) return;
  forgetAdminSession();
  await call('DELETE', PATHS.adminAccess, { headers: headersOf(session) });
}

const headersOf = ({ sessionToken, wallet }: AdminSession): Record<string, string> => ({
  'x-admin-session': sessionToken,
  'x-wallet-address': wallet,
});

/** A call of the owner's; gives its JSON answer. */
export async function adminCall<M extends Method, P extends JsonPath<M>>(
  method: M,
  path: P,
  ...asked: Asked<M, P>
): Promise<Answer<M, P>>;
export async function adminCall(method: Method, path: string, request?: Request): Promise<unknown> {
  return (await adminSend(method, path, request)).json();
}

/** A page of a list, how many there are in all, and where the next page begins. */
export interface Page<T> {
  readonly body: T;
  readonly total: number;
  readonly nextCursor: string | null;
}

/** A page of a list of the owner's. */
export async function adminPage<P extends JsonPath<'GET'>>(
  path: P,
  ...asked: Asked<'GET', P>
): Promise<Page<Answer<'GET', P>>>;
export async function adminPage(path: string, request?: Request): Promise<Page<unknown>> {
  const response = await adminSend('GET', path, request);
  return {
    body: await response.json(),
    total: Number(response.headers.get('x-total-count') ?? 0),
    nextCursor: response.headers.get('x-next-cursor'),
  };
}

/** A file of the owner's, whole. */
export async function adminFile<P extends FilePath>(
  path: P,
  ...asked: Asked<'GET', P>
): Promise<Blob>;
export async function adminFile(path: string, request?: Request): Promise<Blob> {
  return (await adminSend('GET', path, { ...request, timeoutMs: LONG_MS })).blob();
}

/** What a call says whose session is over; any other 401 asks for a signature. */
const ENDED: ReadonlySet<string | null> = new Set(['UNAUTHENTICATED', 'SESSION_EXPIRED']);

/** The answer of an owner's call as it came. Throws an ApiError for every refusal. */
export async function adminSend(
  method: Method,
  path: string,
  request: Request = {},
): Promise<Response> {
  const session = adminSession();
  if (!session) throw new AdminSessionEnded('no admin session');
  const headers = { ...request.headers, ...headersOf(session) };
  const response = await send(method, path, { ...request, headers });
  if (response.ok) return response;
  const error = await answerError(response);
  if (!ENDED.has(error.code)) throw error;
  forgetAdminSession();
  throw new AdminSessionEnded(error.message, { cause: error });
}
