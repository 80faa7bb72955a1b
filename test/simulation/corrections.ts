import type { Life } from './life.ts';
import { type Account, type Vault, lmtItem, refused } from './model/account.ts';
import { inLmt } from './model/arithmetic.ts';
import { phaseOf, rewardsAt } from './model/vault-figures.ts';
import { age, release } from './model/vaults.ts';

const CORRECTED = 'Vault corrected by the owner';

/** Corrects a user or a vault, as the owner. */
export async function correctSomebody(life: Life): Promise<void> {
  const { random, terms } = life;
  const everybody = life.everybody();
  if (everybody.length === 0) return;
  const account = random.pick(everybody);
  age(account, terms, life.now);
  const open = account.vaults.filter(({ completedAt, id }) => completedAt === null && id !== '');
  const vault = open.length > 0 ? random.pick(open) : null;
  if (!vault || random.chance(0.4)) await adjust(life, account);
  else await random.pick([setAmount, setRewards, setAuto, finish, remove])(life, account, vault);
  await life.check(account);
}

async function adjust(life: Life, account: Account): Promise<void> {
  const { random, now } = life;
  const direction = random.pick(['credit', 'debit'] as const);
  const amount =
    direction === 'credit'
      ? BigInt(1 + random.below(500_000_000))
      : account.unstaked + BigInt(random.below(3) - 1);
  if (amount <= 0n) return;
  await life.write({
    account,
    isOwners: true,
    request: {
      method: 'PUT',
      path: `/api/admin/users/${account.id}`,
      body: { adjustment: { direction, amount: inLmt(amount) }, reason: 'so it is' },
    },
    apply: () => {
      if (direction === 'debit' && amount > account.unstaked) {
        return refused(422, 'DEBIT_TOO_LARGE', { available: inLmt(account.unstaked) });
      }
      account.unstaked += direction === 'credit' ? amount : -amount;
      const note = 'Adjusted by the owner: so it is';
      account.items.push(
        lmtItem(direction === 'credit' ? 'bond' : 'withdraw', { at: now, amount, note }),
      );
      return { status: 200, body: { unstakedLMT: inLmt(account.unstaked) } };
    },
  });
}

type Correction = (life: Life, account: Account, vault: Vault) => Promise<void>;

/** Books and lists the difference to the vault's previous amount, issued or burned. */
function told(life: Life, account: Account, difference: bigint): void {
  if (difference === 0n) return;
  const type = difference > 0n ? 'bond' : 'withdraw';
  const size = difference > 0n ? difference : -difference;
  account.items.push(lmtItem(type, { at: life.now, amount: size, note: CORRECTED }));
}

async function edit(
  life: Life,
  {
    account,
    vault,
    sent,
    apply,
  }: { account: Account; vault: Vault; sent: object; apply: () => void },
): Promise<void> {
  await life.write({
    account,
    isOwners: true,
    request: { method: 'PUT', path: `/api/admin/vaults/${vault.id}`, body: sent },
    apply: () => {
      apply();
      const { amount, cycleNumber } = vault;
      return { status: 200, body: { amount: inLmt(amount), cycleNumber } };
    },
  });
}

const setAmount: Correction = async (life, account, vault) => {
  const amount = (vault.amount * BigInt(500 + life.random.below(1_000))) / 1_000n + 1n;
  await edit(life, {
    account,
    vault,
    sent: { amount: inLmt(amount) },
    apply: () => {
      told(life, account, amount - vault.amount);
      vault.amount = amount;
    },
  });
};

/** In a running cycle an offset to the computed rewards; after maturity the rewards themselves. */
const setRewards: Correction = async (life, account, vault) => {
  const { now, random } = life;
  if (phaseOf(vault, now) === 'vesting' || phaseOf(vault, now) === 'ready') return;
  const rewards = random.shareOf(2n * rewardsAt(vault, now)) + 3n;
  await edit(life, {
    account,
    vault,
    sent: { rewardsAccrued: inLmt(rewards) },
    apply: () => {
      if (vault.matured) {
        told(life, account, rewards - vault.posted);
        vault.earned += rewards - vault.posted;
        vault.posted = rewards;
      } else {
        vault.offset = rewards - rewardsAt({ ...vault, offset: 0n }, now);
      }
    },
  });
};

const setAuto: Correction = async (life, account, vault) => {
  const auto = !vault.auto;
  const apply = (): void => {
    vault.auto = auto;
  };
  await edit(life, { account, vault, sent: { autoRestakeEnabled: auto }, apply });
};

const finish: Correction = async (life, account, vault) => {
  const apply = (): void =>
    release(account, vault, { at: life.now, note: 'Completed by the owner' });
  await edit(life, { account, vault, sent: { status: 'completed' }, apply });
};

const remove: Correction = async (life, account, vault) => {
  await life.write({
    account,
    isOwners: true,
    request: { method: 'DELETE', path: `/api/admin/vaults/${vault.id}` },
    apply: () => {
      release(account, vault, { at: life.now, note: 'Vault deleted by the owner' });
      vault.deleted = true;
      return { status: 200, body: {} };
    },
  });
};
