import { hash, randomBytes } from 'node:crypto';

/** Generates a random 256-bit token. It is sent to the client once; only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export const hashOf = (token: string): string => hash('sha256', token);
