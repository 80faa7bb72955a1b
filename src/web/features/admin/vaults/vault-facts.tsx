import type { AdminVaultJson } from '#contract/admin-vaults';

import { formatTrimmed } from '../../../ui/format/format.ts';
import { KeyValues } from '../../../ui/tables/key-values.tsx';
import { adminVaultsTexts } from '../../../texts/admin-vaults.ts';
import { dateText } from '../../../ui/format/date-text.ts';
import { VaultBadge } from '../../../flows/vault/vault-badge.tsx';
import { SafeAddress, SafeFigure, SafeText } from '../sensitive.tsx';

const { panel: words } = adminVaultsTexts;

/** Every field of a vault. */
export function VaultFacts({ vault }: { readonly vault: AdminVaultJson }) {
  const lmt = (value: string) => <SafeFigure value={value} unit="LMT" digits="fine" />;
  return (
    <KeyValues
      items={[
        { key: words.wallet, value: <SafeAddress address={vault.walletAddress} /> },
        { key: words.user, value: <SafeText>{vault.username}</SafeText> },
        { key: words.userId, value: <SafeAddress address={vault.userId} /> },
        { key: words.id, value: <SafeAddress address={vault.id} /> },
        { key: words.amount, value: lmt(vault.amount) },
        { key: words.original, value: <Original amount={vault.originalAmount} /> },
        { key: words.rewards, value: lmt(vault.rewardsAccrued) },
        { key: words.earned, value: lmt(vault.totalRewardsEarned) },
        { key: words.cycle, value: vault.cycleNumber },
        {
          key: words.status,
          value: <VaultBadge phase={vault.phase} />,
        },
        { key: words.apy, value: `${formatTrimmed(vault.apy, 2)}%` },
        { key: words.vestingStart, value: at(vault.vestingStartTime) },
        { key: words.vaultStart, value: at(vault.vaultStartTime) },
        { key: words.vaultEnd, value: at(vault.vaultEndTime) },
        { key: words.windowEnd, value: at(vault.restakeWindowEndTime) },
        { key: words.auto, value: vault.autoRestakeEnabled ? words.on : words.off },
        {
          key: words.restaked,
          value: vault.lastRestakeAt === null ? words.never : dateText(vault.lastRestakeAt),
        },
      ]}
    />
  );
}

function at(iso: string | null): string {
  return iso === null ? words.notYet : dateText(iso);
}

/** What was put in at first; vaults that came from elsewhere may not say. */
function Original({ amount }: { readonly amount: string | null | undefined }) {
  if (amount === null || amount === undefined || amount === '') return <>{words.notTracked}</>;
  return <SafeFigure value={amount} unit="LMT" digits="fine" />;
}
