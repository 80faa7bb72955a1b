import { ok, refuse } from '#domain/base/result';
import { hostOf } from '../base/origin.ts';
import type { Guard, Incoming } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import { expired } from './session.ts';
import { adminWalletOf } from '../sessions/sessions.ts';

/** Owner with an admin session, and the call as the owner's log names it. */
export interface Admin {
  readonly actor: string;
  readonly call: string;
  /** Token of the admin session. */
  readonly token: string;
  /** Host header of the browser. */
  readonly host: string | undefined;
}

const ADMIN_HEADER = 'x-admin-session';

/** Returns the unverified admin token of a request; empty if there is none. */
export function adminTokenOf({ headers }: Pick<Incoming, 'headers'>): string {
  const token = headers[ADMIN_HEADER];
  return typeof token === 'string' ? token : '';
}

export const hasAdminHeader = (incoming: Pick<Incoming, 'headers'>): boolean =>
  adminTokenOf(incoming) !== '';

/** Allows an owner's admin session. */
export function owner(parts: Pick<Parts, 'database' | 'owners' | 'clock'>): Guard<Admin> {
  const { database, owners } = parts;
  return async (incoming) => {
    const token = adminTokenOf(incoming);
    if (token === '') return refuse('UNAUTHENTICATED');
    const use = incoming.method === 'GET' ? 'read' : 'write';
    const wallet = await adminWalletOf(database, token, use);
    if (wallet === null) return expired(parts, incoming);
    const named = incoming.headers['x-wallet-address'];
    if (!owners.has(wallet) || (named !== undefined && named !== wallet)) {
      return refuse('NOT_OWNER');
    }
    const call = `${incoming.method} ${incoming.path}`;
    return ok({ actor: wallet, call, token, host: hostOf(incoming.headers) });
  };
}
