import type { AdminVaultJson } from '#contract/admin-vaults';
import { presentAdminVault } from '#contract/present/stake';
import { type Change, followedBy } from '#domain/base/change';
import { DECIMALS, MAX_AMOUNT, lmt } from '#domain/base/money';
import { ownerUnits } from '#domain/base/owner-units';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Terms } from '#domain/terms/terms';
import { type Instant, instant } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { catchUp, sweepAt } from '#domain/vaults/vault-catch-up';
import {
  type VaultEdit,
  deleteVault as deleted,
  editVault as edited,
} from '#domain/vaults/vault-edit';
import type { Admin } from '../../guards/owner.ts';
import { readKeyset, writeKeyset } from '../lists/cursor.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import {
  type VaultList,
  countVaults,
  hideVault,
  listedVault,
  vaultsPage,
} from '../../store/admin/admin-vaults.ts';
import type { Session } from '../../store/db/database.ts';
import { readHead } from '../../store/terms/head.ts';
import { lockUser } from '../../store/users/users.ts';
import { writeLocked } from '../../store/write/write-plans.ts';
import { listCount } from '../../cache/list-count.ts';

/** Which vaults, and in which order. */
export interface VaultListInput {
  readonly search?: string | undefined;
  readonly status?: Vault['status'] | undefined;
  readonly sort: VaultList['sort'];
  readonly direction: VaultList['direction'];
}

/** A page of vaults, as they are now. */
export async function listVaults(
  { database, rules, cache }: Pick<Parts, 'database' | 'rules' | 'cache'>,
  input: VaultListInput & { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Result<Answer<AdminVaultJson[]>>> {
  const { limit, sort, direction } = input;
  const after = readKeyset(sort, sort === 'amount' ? 'amount' : 'instant', input.cursor);
  if (!after.ok) return after;
  const [search, status] = [input.search?.trim() || null, input.status ?? null];
  const list = { search, status, sort, direction };
  const { now, termsVersion } = await readHead(database);
  const { terms } = await rules.at(termsVersion);
  const page = await vaultsPage(database, list, after.value, limit);
  const count = await listCount(cache, `vaults ${status} ${search}`, () =>
    countVaults(database, list),
  );
  const last = page.length === limit ? page.at(-1) : undefined;
  const headers = {
    'x-total-count': String(count),
    ...(last ? { 'x-next-cursor': writeKeyset(sort, last) } : {}),
  };
  const body = page.map(({ vault, ...user }) =>
    presentAdminVault(catchUp(vault, terms, now).next, user, terms, now),
  );
  return ok({ status: 200, body, headers });
}

export interface VaultInput {
  readonly amount?: string | number | undefined;
  readonly status?: Vault['status'] | undefined;
  readonly cycleNumber?: number | undefined;
  readonly rewardsAccrued?: string | number | undefined;
  readonly autoRestakeEnabled?: boolean | undefined;
  readonly vaultStartTime?: string | null | undefined;
  readonly vaultEndTime?: string | null | undefined;
  readonly reason?: string | undefined;
}

/** The owner corrects a vault. */
export async function editVault(
  parts: Parts,
  admin: Admin,
  { vaultId }: { readonly vaultId: string },
  { reason, ...input }: VaultInput,
): Promise<Result<AdminVaultJson>> {
  const edit = readEdit(input);
  if (!edit.ok) return edit;
  const decide: Decide = (vault, terms, now) => {
    const changed = edited(vault, edit.value, terms, now);
    if (!changed.ok) return changed;
    // A cycle that was moved past its end matures at once.
    return ok(followedBy(changed.value, catchUp(changed.value.next, terms, now)));
  };
  return change(parts, admin, vaultId, reason ?? null, decide, async () => {});
}

/** The owner deletes a vault: what stands in it returns to its user. */
export async function deleteVault(
  parts: Parts,
  admin: Admin,
  { vaultId }: { readonly vaultId: string },
  { reason }: { readonly reason?: string | undefined },
): Promise<Result<AdminVaultJson>> {
  const decide: Decide = (vault, terms, now) => ok(deleted(vault, terms, now));
  return change(parts, admin, vaultId, reason ?? null, decide, (session, now) =>
    hideVault(session, vaultId, now),
  );
}

type Decide = (vault: Vault, terms: Terms, now: Instant) => Result<Change<Vault>>;

/** Under the user's lock: read, decide, write, and a line in the owner's log. */
async function change(
  { database, rules }: Parts,
  { actor, call }: Admin,
  vaultId: string,
  reason: string | null,
  decide: Decide,
  also: (session: Session, now: Instant) => Promise<void>,
): Promise<Result<AdminVaultJson>> {
  const found = await listedVault(database, vaultId);
  if (!found) return refuse('NOT_FOUND', { what: 'Vault' });
  const { userId } = found.vault;
  return database.transaction(async (session) => {
    const version = await lockUser(session, userId);
    const listed = await listedVault(session, vaultId);
    if (!listed) return refuse('NOT_FOUND', { what: 'Vault' });
    const { vault, ...user } = listed;
    const { now, termsVersion } = await readHead(session);
    const { terms } = await rules.at(termsVersion, session);
    const decided = decide(vault, terms, now);
    if (!decided.ok) return decided;
    const { next, journals, items } = decided.value;
    const vaults = [{ vault: next, dueAt: sweepAt(next, terms) }];
    await writeLocked(session, { userId, version, now, journals, items, vaults });
    await also(session, now);
    const before = presentAdminVault(vault, user, terms, now);
    const after = presentAdminVault(next, user, terms, now);
    await appendLog(session, { at: now, actor, call, reason, before, after });
    return ok(after);
  });
}

/** What the owner sent, in units and instants. */
function readEdit(input: Omit<VaultInput, 'reason'>): Result<VaultEdit> {
  const amount = unitsOf('amount', input.amount);
  if (!amount.ok) return amount;
  const rewards = unitsOf('rewardsAccrued', input.rewardsAccrued);
  if (!rewards.ok) return rewards;
  const { status, cycleNumber, autoRestakeEnabled, vaultStartTime, vaultEndTime } = input;
  return ok({
    ...(amount.value === null ? {} : { amount: lmt(amount.value) }),
    ...(rewards.value === null ? {} : { rewardsAccrued: lmt(rewards.value) }),
    ...(status === undefined ? {} : { status }),
    ...(cycleNumber === undefined ? {} : { cycleNumber }),
    ...(autoRestakeEnabled === undefined ? {} : { autoRestake: autoRestakeEnabled }),
    ...(vaultStartTime ? { startsAt: instant(Date.parse(vaultStartTime)) } : {}),
    ...(vaultEndTime ? { endsAt: instant(Date.parse(vaultEndTime)) } : {}),
  });
}

function unitsOf(name: string, value: string | number | undefined): Result<bigint | null> {
  if (value === undefined) return ok(null);
  const units = ownerUnits(value, DECIMALS.LMT);
  if (typeof units === 'string') return refuse('MALFORMED', { issues: [`body.${name}: ${units}`] });
  if (units < 0n || units > MAX_AMOUNT) {
    return refuse('SETTING_OUT_OF_RANGE', { name, allowed: 'at least 0' });
  }
  return ok(units);
}
