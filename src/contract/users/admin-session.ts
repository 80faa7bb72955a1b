import { z } from 'zod';
import { walletProof } from './auth.ts';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { status } from '../terms/protocol.ts';
import { address, reason } from '../base/wire.ts';

/**
 * Requires a signed message with purpose `admin`. The session belongs to the user session of the request, and
 * ends with it.
 */
export const directAccess = {
  method: 'POST',
  path: PATHS.adminAccess,
  summary: 'Opens an admin session for the owner',
  access: 'anyone',
  body: z.object({
    walletAddress: address,
    ...walletProof,
    message: walletProof.message.optional(),
  }),
  answers: { 200: z.object({ sessionToken: z.string() }).meta({ id: 'AdminSession' }) },
  isSecret: true,
  errors: [401, 403],
} as const satisfies Endpoint;

export const endAccess = {
  method: 'DELETE',
  path: PATHS.adminAccess,
  summary: 'Ends the admin session of the request',
  access: 'owner',
  answers: { 200: z.object({ ended: z.literal(true) }).meta({ id: 'AdminSessionEnded' }) },
} as const satisfies Endpoint;

export const emergencyPause = {
  method: 'POST',
  path: PATHS.adminPause,
  summary: 'Pauses or resumes all user operations',
  access: 'owner',
  body: z.object({ paused: z.boolean(), reason }),
  answers: { 200: status },
} as const satisfies Endpoint;
