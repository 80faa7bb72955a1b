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

/** Version of a vault's state, and the time of the read. */
const version = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z-[\w-]{22}$/)
  .meta({ examples: ['2026-01-31T12:00:00.000Z-LPJNul-wow4m6DsqxbninQ'] });

export const adminVault = stake
  .extend({
    walletAddress: z.string(),
    username: z.string(),
    lastRestakeAt: instantText.nullable(),
    /** When the sweep parked it after several failures; null if it is not parked. */
    parkedSince: instantText.nullable(),
    /** LMT that its completion returned to the user, and that reopening takes back; 0 while it is open. */
    releasedAmount: lmtAmount,
    version,
  })
  .meta({ id: 'AdminVault' });
export type AdminVaultJson = z.infer<typeof adminVault>;

/** Filter and order of vaults. Vaults without an end come last, in both directions. */
const found = {
  search,
  status: stake.shape.status.optional(),
  /** `true` for only parked vaults. */
  parked: z.enum(['true', 'false']).optional(),
  sort: z.enum(['created', 'amount', 'ends']).default('created'),
  direction,
};
export type VaultSort = z.infer<typeof found.sort>;

export const listVaults = {
  method: 'GET',
  path: PATHS.adminVaults,
  summary: 'All vaults, in pages, newest first by default; searched by wallet, id or username',
  access: 'owner',
  query: z.object({ ...found, limit, cursor }),
  answers: { 200: z.array(adminVault) },
} as const satisfies Endpoint;

export const exportVaults = {
  ...OWNERS_FILE,
  path: PATHS.adminVaultsCsv,
  summary: 'Filtered vaults, as a file',
  query: z.object(found),
} as const satisfies Endpoint;

const params = z.object({ vaultId: uuid });
const errors = [404, 409, 422] as const;

export const editVault = {
  method: 'PUT',
  path: PATHS.adminVault,
  summary:
    'Corrects a vault, and issues or burns the difference. Reopening a completed vault takes its LMT back from the unstaked balance',
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
    /** Version that was read with the vault. If the vault has changed since, nothing is overwritten. */
    version: version.optional(),
    reason,
  }),
  answers: { 200: adminVault },
  errors,
} as const satisfies Endpoint;

export const deleteVault = {
  method: 'DELETE',
  path: PATHS.adminVault,
  summary: 'Deletes a vault, and returns its amount and posted rewards to its user',
  access: 'owner',
  params,
  query: z.object({ reason }),
  answers: { 200: adminVault },
  errors,
} as const satisfies Endpoint;

export const retryVault = {
  method: 'POST',
  path: PATHS.retryVault,
  summary: 'Retries a parked vault within seconds',
  access: 'owner',
  params,
  body: z.object({ reason }),
  answers: { 200: adminVault },
  errors: [404],
} as const satisfies Endpoint;
