import { hash, randomBytes } from 'node:crypto';

/** A random 256-bit token, as it is handed out once; only its hash is kept. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export const hashOf = (token: string): string => hash('sha256', token);
