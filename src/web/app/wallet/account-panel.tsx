import { useQuery } from '@tanstack/react-query';
import { Bell, LogOut } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, Suspense, lazy, useState } from 'react';

import { type PayToken, type Token, formatAmount } from '#domain/base/money';

import { statusQuery } from '../../kernel/api/queries.ts';
import { useBalance } from '../../kernel/api/use-balance.ts';
import { portfolioQuery } from '../../kernel/api/reads/user-queries.ts';
import { walletTexts } from '../../kernel/wallet/wallet-texts.ts';
import { texts } from '../../kernel/ui/texts/shared-texts.ts';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { PreviewLine } from '../../kernel/ui/tables/preview-line.tsx';
import { CopyButton } from '../../kernel/ui/marks/copy-button.tsx';
import { ExternalLink } from '../../kernel/ui/marks/external-link.tsx';
import { disconnectWallet } from '../../kernel/wallet/actions.ts';
import type { Connected } from '../../kernel/wallet/state.ts';
import { Worth } from '../../kernel/prices/worth.tsx';

const RemindersDialog = lazy(() => import('../../reminders/reminders-dialog.tsx'));

const says = walletTexts.account;

interface AccountPanelProps {
  readonly wallet: Connected;
  /** A button; the panel opens from it. */
  readonly trigger: ReactNode;
}

/** The connected wallet: its whole address, what it holds, its reminders, and the way out. */
export default function AccountPanel({ wallet, trigger }: AccountPanelProps) {
  const [isOpen, setOpen] = useState(true);
  /** Whose reminders are shown. */
  const [reminded, setReminded] = useState<string | null>(null);
  const userId = wallet.session === 'open' ? wallet.userId : null;
  const remind = () => {
    setOpen(false);
    setReminded(userId);
  };
  return (
    <>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger asChild>{trigger}</Popover.Trigger>
        <Panel {...{ wallet, userId }} onReminders={remind} />
      </Popover.Root>
      {userId !== null && userId === reminded && (
        <Suspense>
          <RemindersDialog userId={userId} onClose={() => setReminded(null)} />
        </Suspense>
      )}
    </>
  );
}

interface PanelProps {
  readonly wallet: Connected;
  /** Null where it is signed out. */
  readonly userId: string | null;
  readonly onReminders: () => void;
}

function Panel({ wallet, userId, onReminders }: PanelProps) {
  const { name, address } = wallet;
  const { data: status } = useQuery(statusQuery());
  const url = status?.explorerUrl?.replace('/tx/{signature}', `/address/${address}`);
  return (
    <Popover.Portal>
      <Popover.Content
        aria-label={says.title}
        align="end"
        sideOffset={6}
        collisionPadding={12}
        className="z-50 grid w-[340px] max-w-(--radix-popover-content-available-width) animate-fade gap-3 rounded-card border border-line bg-card p-4 shadow-raised outline-none"
      >
        <div>
          <p className="text-sm text-quiet">{wallet.session === 'open' ? name : says.out(name)}</p>
          <p className="mt-1 flex items-start gap-1">
            <span className="min-w-0 font-mono text-[0.92em] break-all">{address}</span>
            <CopyButton value={address} />
          </p>
          {url !== undefined && <ExternalLink href={url}>{texts.actions.explorer}</ExternalLink>}
        </div>
        <Balances address={address} userId={userId} />
        {userId !== null && (
          <Button onClick={onReminders}>
            <Bell aria-hidden className="size-4" />
            {says.reminders}
          </Button>
        )}
        <Button onClick={disconnectWallet}>
          <LogOut aria-hidden className="size-4" />
          {texts.wallet.disconnect}
        </Button>
      </Popover.Content>
    </Popover.Portal>
  );
}

interface BalancesProps {
  readonly address: string;
  readonly userId: string | null;
}

function Balances({ address, userId }: BalancesProps) {
  return (
    <dl aria-label={says.balances} className="grid gap-1.5 border-y border-line py-3">
      <Held address={address} token="SOL" />
      <Held address={address} token="USDC" />
      {userId !== null && <Unstaked userId={userId} />}
    </dl>
  );
}

function Held({ address, token }: { readonly address: string; readonly token: PayToken }) {
  const { balance, isUnknown } = useBalance(address, token);
  const amount = balance && formatAmount<PayToken>(token, balance.held);
  return <Line {...{ name: token, token, amount, isError: isUnknown }} />;
}

function Unstaked({ userId }: { readonly userId: string }) {
  const { data, isError } = useQuery(portfolioQuery(userId));
  return (
    <Line name={says.unstaked} token="LMT" amount={data?.unstakedLMT ?? null} isError={isError} />
  );
}

interface LineProps {
  readonly name: string;
  readonly token: Token;
  readonly amount: string | null;
  readonly isError: boolean;
}

function Line({ name, token, amount, isError }: LineProps) {
  return (
    <PreviewLine name={name}>
      {amount === null ? (
        <span className="text-faint">{isError ? says.unknown : '…'}</span>
      ) : (
        <>
          <Figure value={amount} unit={token} />{' '}
          <Worth token={token} amount={amount} className="text-sm" />
        </>
      )}
    </PreviewLine>
  );
}
