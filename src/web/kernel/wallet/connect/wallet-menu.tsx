import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, CircleQuestionMark, FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';

import { localQuery } from '../../api/reads/local-queries.ts';
import { statusQuery } from '../../api/queries.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { DropdownMenu, type MenuGroup, type MenuItem } from '../../ui/overlays/dropdown-menu.tsx';
import { shortAddress } from '../../ui/format/short-address.ts';
import { walletTexts } from '../wallet-texts.ts';
import { connectWallet, showWalletHelp } from '../actions.ts';
import { deepLink } from '../deep-link.ts';
import { MOBILE_WALLET, isMobile } from '../device.ts';
import { KINDS, findWallet, otherWallets, useInstalledWallets } from '../registry.ts';
import type { WalletId, WalletKind } from '../state.ts';
import { WalletIcon } from './wallet-icon.tsx';

interface WalletMenuProps {
  readonly trigger: ReactNode;
  readonly align: 'end' | 'center';
  readonly onChosen: () => void;
}

const { menu, names } = walletTexts;

/** The three browser wallets, each found or not, every other that is there, help with getting one, and the local network's. */
export default function WalletMenu({ trigger, align, onChosen }: WalletMenuProps) {
  const wallets = useInstalledWallets();
  const choose = (id: WalletId) => () => {
    onChosen();
    connectWallet(id);
  };
  const items = KINDS.map((id): MenuItem => {
    const wallet = findWallet(id, wallets);
    const link = wallet === null && isMobile() ? deepLink(id, new URL(location.href)) : null;
    if (link !== null) return appItem(id, link);
    return {
      label: names[id],
      icon: <WalletIcon source={wallet?.icon} />,
      note: wallet ? <Badge tone="good">{menu.found}</Badge> : menu.missing,
      onSelect: choose(id),
    };
  });
  const others = otherWallets(wallets).map(({ id, wallet }): MenuItem => ({
    label: wallet.name,
    icon: <WalletIcon source={wallet.icon} />,
    note: wallet.name === MOBILE_WALLET ? menu.apps : <Badge tone="good">{menu.found}</Badge>,
    onSelect: choose(id),
  }));
  const help: MenuItem = {
    label: menu.help,
    icon: <CircleQuestionMark aria-hidden />,
    onSelect: () => {
      onChosen();
      showWalletHelp(true);
    },
  };
  return (
    <DropdownMenu
      defaultOpen
      trigger={trigger}
      align={align}
      label={menu.label}
      items={[...items, ...others, help]}
      groups={useLocalGroup(choose)}
    />
  );
}

/** Its app opens this page in its own browser, where the wallet is found. */
function appItem(id: WalletKind, link: string): MenuItem {
  return {
    label: menu.openIn(names[id]),
    icon: <WalletIcon source={undefined} />,
    note: <ArrowUpRight aria-hidden className="size-4" />,
    onSelect: () => location.assign(link),
  };
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
  return [{ heading: menu.local, items }];
}
