import { z } from 'zod';
import { type Endpoint, OWNERS_FILE } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { stake } from './vaults.ts';
import {
  cursor,
  direction,
  requestInstant,
  instantText,
  limit,
  lmtAmount,
  ownerNumber,
  reason,
  search,
  uuid,
} from '../base/wire.ts';

/** Which state of a vault was read, and when. */
const version = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z-[\w-]{22}$/)
  .meta({ examples: ['2026-01-31T12:00:00.000Z-LPJNul-wow4m6DsqxbninQ'] });

export const adminVault = stake
  .extend({
    walletAddress: z.string(),
    username: z.string(),
    lastRestakeAt: instantText.nullable(),
    /** Since when the sweep, having failed several times, leaves it to the owner. */
    parkedSince: instantText.nullable(),
    /** What its completion gave back to its user, which reopening takes; 0 while it is open. */
    releasedAmount: lmtAmount,
    version,
  })
  .meta({ id: 'AdminVault' });
export type AdminVaultJson = z.infer<typeof adminVault>;

/** Which vaults, and in which order; those without an end come last, whichever way. */
const found = {
  search,
  status: stake.shape.status.optional(),
  /** Those alone that the sweep leaves to the owner. */
  parked: z.enum(['true', 'false']).optional(),
  sort: z.enum(['created', 'amount', 'ends']).default('created'),
  direction,
};
export type VaultSort = z.infer<typeof found.sort>;

export const listVaults = {
  method: 'GET',
  path: PATHS.adminVaults,
  summary:
    'All vaults, in pages, newest first unless said otherwise; searched by wallet, id or username',
  access: 'owner',
  query: z.object({ ...found, limit, cursor }),
  answers: { 200: z.array(adminVault) },
} as const satisfies Endpoint;

export const exportVaults = {
  ...OWNERS_FILE,
  path: PATHS.adminVaultsCsv,
  summary: 'All vaults that a filter leaves, as a file',
  query: z.object(found),
} as const satisfies Endpoint;

const params = z.object({ vaultId: uuid });
const errors = [404, 409, 422] as const;

export const editVault = {
  method: 'PUT',
  path: PATHS.adminVault,
  summary:
    'Corrects a vault; what it holds more or less is issued or burned. A completed one that is opened again takes its LMT back out of the unstaked balance',
  access: 'owner',
  params,
  body: z.object({
    amount: ownerNumber.optional(),
    status: stake.shape.status.optional(),
    cycleNumber: z.int().max(1_000_000).optional(),
    rewardsAccrued: ownerNumber.optional(),
    autoRestakeEnabled: z.boolean().optional(),
    vaultStartTime: requestInstant.nullish(),
    vaultEndTime: requestInstant.nullish(),
    /** As it was read with the vault: where the vault has changed since, nothing is overwritten. */
    version: version.optional(),
    reason,
  }),
  answers: { 200: adminVault },
  errors,
} as const satisfies Endpoint;

export const deleteVault = {
  method: 'DELETE',
  path: PATHS.adminVault,
  summary: 'Deletes a vault: amount and posted rewards return to its user',
  access: 'owner',
  params,
  query: z.object({ reason }),
  answers: { 200: adminVault },
  errors,
} as const satisfies Endpoint;

export const retryVault = {
  method: 'POST',
  path: PATHS.retryVault,
  summary: 'Has a vault that the sweep put aside tried again, within seconds',
  access: 'owner',
  params,
  body: z.object({ reason }),
  answers: { 200: adminVault },
  errors: [404],
} as const satisfies Endpoint;
