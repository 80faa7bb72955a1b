import { z } from 'zod';
import { type Endpoint, OWNERS_FILE } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import {
  cursor,
  direction,
  instantText,
  limit,
  lmtAmount,
  requestAmount,
  reason,
  search,
  solAmount,
  uuid,
} from '../base/wire.ts';

export const adminUser = z
  .object({
    id: uuid,
    walletAddress: z.string(),
    username: z.string(),
    unstakedLMT: lmtAmount,
    feeCredit: solAmount,
    totalBonds: z.int(),
    totalStakes: z.int(),
    totalLMTEarned: lmtAmount,
    /** Null if the user has only connected a wallet. */
    lastActivity: instantText.nullable(),
    createdAt: instantText,
  })
  .meta({ id: 'AdminUser' });
export type AdminUserJson = z.infer<typeof adminUser>;

/** Filter and order of users. Users without activity come last by `activity`, in both directions. */
const found = {
  search,
  /** `bonded`: has a bond; `staking`: has a vault that is not completed; `idle`: has neither bond nor vault. */
  filter: z.enum(['all', 'bonded', 'staking', 'idle']).default('all'),
  sort: z.enum(['joined', 'balance', 'activity']).default('joined'),
  direction,
};
export type UserSort = z.infer<typeof found.sort>;
export type UserFilter = z.infer<typeof found.filter>;

export const listUsers = {
  method: 'GET',
  path: PATHS.adminUsers,
  summary: 'All users, in pages, newest first by default; searched by wallet, id or username',
  access: 'owner',
  query: z.object({ ...found, limit, cursor }),
  answers: { 200: z.array(adminUser) },
} as const satisfies Endpoint;

export const exportUsers = {
  ...OWNERS_FILE,
  path: PATHS.adminUsersCsv,
  summary: 'Filtered users, as a file: Wallet, Balance, Joined',
  query: z.object(found),
} as const satisfies Endpoint;

const params = z.object({ id: uuid });
const errors = [404, 409, 422] as const;

export const editUser = {
  method: 'PUT',
  path: PATHS.adminUser,
  summary: 'Renames a user, or credits or debits unstaked LMT',
  access: 'owner',
  params,
  body: z.object({
    username: z.string().trim().min(1).max(50).optional(),
    adjustment: z
      .object({ direction: z.enum(['credit', 'debit']), amount: requestAmount })
      .optional(),
    reason,
  }),
  answers: { 200: adminUser },
  errors,
} as const satisfies Endpoint;

export const deleteUser = {
  method: 'DELETE',
  path: PATHS.adminUser,
  summary: 'Deletes a user: balances are burned, paid bonds are listed as unmatched, sessions end',
  access: 'owner',
  params,
  query: z.object({ reason }),
  answers: { 200: adminUser },
  errors,
} as const satisfies Endpoint;

export const deleteBond = {
  method: 'DELETE',
  path: PATHS.adminBond,
  summary: 'Deletes a bond: its LMT is void, and its payment becomes an unmatched deposit',
  access: 'owner',
  params,
  query: z.object({ reason }),
  answers: {
    200: z
      .object({ id: uuid, shortfall: lmtAmount, depositId: uuid.nullable() })
      .meta({ id: 'DeletedBond' }),
  },
  errors,
} as const satisfies Endpoint;
