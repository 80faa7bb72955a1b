import { FlaskConical, Lock, ShieldAlert, ShieldCheck } from 'lucide-react';
import { Link } from 'wouter';

import { ConnectButton } from '../../kernel/wallet/connect/connect-button.tsx';
import { SignInStrip } from '../../kernel/wallet/connect/sign-in-strip.tsx';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { buttonClass } from '../../kernel/ui/forms/button-class.ts';
import { MessagePage } from '../../kernel/ui/cards/message-page.tsx';
import { shortAddress } from '../../kernel/ui/format/short-address.ts';
import { adminTexts } from '../../kernel/dashboard/dashboard-texts.ts';
import { connectWallet } from '../../kernel/wallet/actions.ts';
import type { Gate } from './use-owner-gate.ts';

const { gate: words } = adminTexts;

/** The screen between the visitor and the dashboard. */
export function GateScreen({ gate }: { readonly gate: Exclude<Gate, { state: 'open' }> }) {
  switch (gate.state) {
    case 'demo':
      return (
        <MessagePage
          icon={<FlaskConical aria-hidden />}
          title={words.demoTitle}
          hint={words.demoHint}
        >
          <Back />
          {/* A full load, outside of the demo's router, so that nothing of the demo stays. */}
          <a href="/admin" className={buttonClass({ tone: 'primary' })}>
            {words.demoLeave}
          </a>
        </MessagePage>
      );
    case 'looking':
      return <MessagePage icon={<ShieldCheck aria-hidden />} title={words.verifying} />;
    case 'required':
      return <Required />;
    case 'denied':
      return (
        <MessagePage
          icon={<ShieldAlert aria-hidden />}
          title={words.deniedTitle}
          hint={words.deniedHint}
        >
          <p className="w-full text-sm text-faint">
            {words.deniedWallet}{' '}
            <b className="font-mono font-[560] text-text" data-hint={gate.wallet}>
              {shortAddress(gate.wallet)}
            </b>
          </p>
          <Back />
        </MessagePage>
      );
    case 'unverified':
      return (
        <MessagePage icon={<Lock aria-hidden />} title={words.verifyTitle} hint={words.verifyHint}>
          <Back />
          <Button tone="primary" disabled={gate.isVerifying} onClick={gate.verify}>
            {gate.isVerifying ? words.verifying : words.sign}
          </Button>
        </MessagePage>
      );
  }
}

/** Both wallets of the gate, and every other way in beside them. */
function Required() {
  return (
    <>
      <SignInStrip />
      <MessagePage
        icon={<ShieldCheck aria-hidden />}
        title={words.requiredTitle}
        hint={words.requiredHint}
      >
        <Button onClick={() => connectWallet('phantom')}>{words.phantom}</Button>
        <Button onClick={() => connectWallet('solflare')}>{words.solflare}</Button>
        <ConnectButton align="center" />
      </MessagePage>
    </>
  );
}

function Back() {
  return (
    <Link href="/" className={buttonClass({})}>
      {words.back}
    </Link>
  );
}
