import { ArrowUpRight } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';

import { Badge } from '../../kernel/ui/marks/badge.tsx';
import { buttonClass } from '../../kernel/ui/forms/button-class.ts';
import { Dialog } from '../../kernel/ui/overlays/dialog.tsx';
import { Notice } from '../../kernel/ui/cards/notice.tsx';
import { Points } from '../../kernel/ui/charts/points.tsx';
import { Tabs } from '../../kernel/ui/cards/tabs.tsx';
import { texts } from '../../kernel/ui/texts/shared-texts.ts';
import { walletHelpTexts as says } from '../../kernel/wallet/wallet-help-texts.ts';
import { walletTexts } from '../../kernel/wallet/wallet-texts.ts';
import { deepLink } from '../../kernel/wallet/deep-link.ts';
import { deviceOf, isMobile, opensWalletApps } from '../../kernel/wallet/device.ts';
import { showWalletHelp } from '../../kernel/wallet/actions.ts';
import { findWallet, useInstalledWallets } from '../../kernel/wallet/registry.ts';
import { WalletIcon } from '../../kernel/wallet/connect/wallet-icon.tsx';

const DOWNLOADS = {
  phantom: 'https://phantom.com/download',
  solflare: 'https://solflare.com/download',
} as const;

type Offered = keyof typeof DOWNLOADS;

/** 'Need a Wallet?': where to get one, and how to set it up. */
export default function WalletHelp() {
  const [tab, setTab] = useState<'install' | 'guide'>('install');
  useLayoutEffect(focusConnect, []);
  return (
    <Dialog open onOpenChange={showWalletHelp} title={says.title} description={says.hint}>
      <Tabs
        label={says.tabs.label}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'install', label: says.tabs.install, content: <InstallTab /> },
          { value: 'guide', label: says.tabs.guide, content: <GuideTab /> },
        ]}
      />
    </Dialog>
  );
}

/** What opened it is gone by now, a menu or a busy button: so the focus comes back to this in the end. */
function focusConnect(): void {
  document.querySelector<HTMLElement>('header button[aria-haspopup="menu"]')?.focus();
}

function InstallTab() {
  const wallets = useInstalledWallets();
  const device = deviceOf();
  const { title, text } =
    says.here[device === 'android' && !opensWalletApps() ? 'androidOther' : device];
  return (
    <div className="grid gap-3">
      <Notice tone="neutral" title={title}>
        {text}
      </Notice>
      {(['phantom', 'solflare'] as const).map((id) => (
        <Offer key={id} id={id} wallet={findWallet(id, wallets)} />
      ))}
    </div>
  );
}

interface OfferProps {
  readonly id: Offered;
  readonly wallet: { readonly icon: string } | null;
}

function Offer({ id, wallet }: OfferProps) {
  const name = walletTexts.names[id];
  const link = isMobile() && !wallet ? deepLink(id, new URL(location.href)) : null;
  return (
    <section aria-label={name} className="grid gap-3 rounded-control border border-line p-4">
      <header className="flex items-center gap-2.5">
        <WalletIcon source={wallet?.icon} />
        <h3 className="grow font-[560]">{name}</h3>
        <Badge tone={wallet ? 'good' : 'neutral'}>{wallet ? says.installed : says.missing}</Badge>
      </header>
      <Points points={says.features[id]} />
      <div className="grid grid-flow-col gap-2">
        {link !== null && (
          <a href={link} className={buttonClass({ tone: 'primary' })}>
            {walletTexts.menu.openIn(name)}
          </a>
        )}
        <a
          href={DOWNLOADS[id]}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${says.installOf(name)} (${texts.actions.newTab})`}
          className={buttonClass({ tone: wallet || link !== null ? 'secondary' : 'primary' })}
        >
          {says.install}
          <ArrowUpRight aria-hidden className="size-4" />
        </a>
      </div>
    </section>
  );
}

function GuideTab() {
  const steps = isMobile() ? [says.mobile, says.desktop] : [says.desktop, says.mobile];
  return (
    <div className="grid gap-4">
      {steps.map((each) => (
        <Steps key={each.title} {...each} />
      ))}
      <Notice tone="time" title={says.tip.title}>
        {says.tip.text}
      </Notice>
    </div>
  );
}

function Steps({ title, steps }: { readonly title: string; readonly steps: readonly string[] }) {
  return (
    <section>
      <h3 className="mb-2 font-[560]">{title}</h3>
      <ol className="grid list-decimal gap-1.5 pl-5 text-[0.8125rem] text-quiet">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
