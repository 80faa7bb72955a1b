import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Wallet as WalletIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { localQuery } from '../../api/local.ts';
import { statusQuery } from '../../api/queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { DropdownMenu, type MenuGroup, type MenuItem } from '../../ui/dropdown-menu.tsx';
import { shortAddress } from '../../ui/short-address.ts';
import { walletTexts } from '../../ui/texts/wallet.ts';
import { connectWallet } from '../../wallet/actions.ts';
import { KINDS, findWallet, useRegisteredWallets } from '../../wallet/registry.ts';
import type { WalletId } from '../../wallet/state.ts';

interface WalletMenuProps {
  readonly trigger: ReactNode;
  readonly align: 'end' | 'center';
  readonly onChosen: () => void;
}

/** The three browser wallets, each found or not, and where there is one the local network's. */
export default function WalletMenu({ trigger, align, onChosen }: WalletMenuProps) {
  const wallets = useRegisteredWallets();
  const choose = (id: WalletId) => () => {
    onChosen();
    connectWallet(id);
  };
  const items = KINDS.map((id): MenuItem => {
    const wallet = findWallet(id, wallets);
    const { names, menu } = walletTexts;
    return {
      label: names[id],
      icon: <Icon source={wallet?.icon} />,
      note: wallet ? <Badge tone="good">{menu.found}</Badge> : menu.missing,
      onSelect: choose(id),
    };
  });
  return (
    <DropdownMenu
      defaultOpen
      trigger={trigger}
      align={align}
      label={walletTexts.menu.label}
      items={items}
      groups={useLocalGroup(choose)}
    />
  );
}

function useLocalGroup(choose: (id: WalletId) => () => void): MenuGroup[] {
  const { data: status } = useQuery(statusQuery());
  const { data: local } = useQuery({ ...localQuery(), enabled: status?.network === 'local' });
  if (!local) return [];
  const items = local.wallets.map(({ name, address }) => ({
    label: name,
    icon: <FlaskConical aria-hidden className="text-amber" />,
    note: <span className="font-mono">{shortAddress(address)}</span>,
    onSelect: choose(`local:${address}`),
  }));
  return [{ heading: walletTexts.menu.local, items }];
}

function Icon({ source }: { readonly source: string | undefined }) {
  // The page's policy shows pictures that come as data only.
  if (source?.startsWith('data:image/') !== true) return <WalletIcon aria-hidden />;
  return <img src={source} alt="" className="size-4 rounded-[4px]" />;
}
