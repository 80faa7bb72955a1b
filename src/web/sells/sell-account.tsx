import { Coins } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EligibilityJson, SellJson } from '#contract/sells/sells';
import type { StakeJson } from '#contract/vaults/vaults';
import { joinReads } from '../kernel/api/join-reads.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { eligibilityQuery, sellsQuery, stakesQuery } from '../kernel/api/reads/vault-queries.ts';
import { cx } from '../kernel/ui/format/cx.ts';
import { WayIn } from '../kernel/wallet/connect/way-in.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import type { Shape } from '../kernel/ui/cards/skeleton.tsx';
import { Points } from '../kernel/ui/charts/points.tsx';
import type { WalletState } from '../kernel/wallet/state.ts';
import { Empty } from '../kernel/ui/cards/empty.tsx';
import type { Read } from '../kernel/ui/cards/read.ts';
import { sellTexts } from './sell-texts.ts';
import { EarlierRequests } from './earlier-requests.tsx';
import { Requirements } from './requirements.tsx';
import { SellForm } from './sell-form.tsx';
import { Ticket } from './ticket.tsx';
import { refreshAll } from '../kernel/api/query-client.ts';
import { useServerNow } from '../kernel/api/use-server-now.ts';
import { openingOf } from './sell-opening.ts';

/** Of the form with its preview. */
const SELL_SHAPE: Shape = { figures: 2, items: 5, rows: 6, text: 200 };

/** The Sell tab before there is a user: what selling is, and how to get in. */
export function SellGate({ wallet }: { readonly wallet: WalletState }) {
  return (
    <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,480px)_minmax(0,1fr)]">
      <Card title={sellTexts.title}>
        <WayIn
          wallet={wallet}
          icon={<Coins aria-hidden />}
          says={{ ...sellTexts.gates, loading: sellTexts.loading }}
          skeleton={SELL_SHAPE}
        />
      </Card>
      <Card title={sellTexts.how.title}>
        <Points points={sellTexts.how.points} />
      </Card>
    </div>
  );
}

interface SellAccountProps {
  readonly userId: string;
  readonly walletAddress: string;
}

/** The Sell tab of a user: the form, what it needs, and the requests. */
export function SellAccount({ userId, walletAddress }: SellAccountProps) {
  const ticket = useRef<HTMLDivElement>(null);
  const sellsRead = useRead(sellsQuery(userId));
  const stakes = useRead(stakesQuery(userId));
  const eligibility = useRead(eligibilityQuery(userId));
  const account = joinReads(joinReads(eligibility, sellsRead), stakes);
  const stakesKnown = stakes.state === 'ready' ? stakes.data : [];
  useRefreshAtChange(eligibility.state === 'ready' ? eligibility.data : null, stakesKnown);
  const isOpen = eligibility.state === 'ready' && eligibility.data.pending;
  const show = useShown(ticket, isOpen);
  const requirements = <RequirementsCard key="requirements" account={account} />;
  const latest = <LatestCard key="latest" read={sellsRead} isOpen={isOpen} focus={ticket} />;
  const sells = sellsRead.state === 'ready' ? sellsRead.data : [];
  return (
    <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,480px)_minmax(0,1fr)]">
      <DataCard
        title={sellTexts.title}
        says={sellTexts}
        read={account}
        isLoadingShown
        skeleton={SELL_SHAPE}
      >
        {([[data, requests], vaults]) => (
          <SellForm
            {...{ userId, walletAddress }}
            account={{ eligibility: data, sells: requests }}
            stakes={vaults}
            onShown={show}
          />
        )}
      </DataCard>
      <div className="contents wide:grid wide:gap-4">
        {isOpen ? [latest, requirements] : [requirements, latest]}
        {sells.length > 1 && <EarlierRequests sells={sells.slice(1)} />}
      </div>
    </div>
  );
}

/** Brings the request into sight with the focus on it, once it stands in its place at the top. */
function useShown(ticket: RefObject<HTMLDivElement | null>, isOpen: boolean): () => void {
  const [asked, setAsked] = useState(0);
  const shown = useRef(0);
  useEffect(() => {
    if (!isOpen || shown.current === asked) return;
    shown.current = asked;
    ticket.current?.focus({ preventScroll: true });
    ticket.current?.scrollIntoView({ block: 'start' });
  }, [asked, isOpen, ticket]);
  return () => setAsked((times) => times + 1);
}

type AccountRead = Read<readonly [readonly [EligibilityJson, SellJson[]], StakeJson[]]>;

function RequirementsCard({ account }: { readonly account: AccountRead }) {
  const { requirements } = sellTexts;
  return (
    <DataCard title={requirements.title} says={requirements} read={account} skeleton={{ items: 6 }}>
      {([[eligibility, sells], stakes]) => <Requirements {...{ eligibility, stakes, sells }} />}
    </DataCard>
  );
}

interface LatestCardProps {
  readonly read: Read<SellJson[]>;
  readonly isOpen: boolean;
  readonly focus: RefObject<HTMLDivElement | null>;
}

function titleOf(read: Read<SellJson[]>, isOpen: boolean): string {
  const { title, latest, none } = sellTexts.ticket;
  if (isOpen) return title;
  return read.state === 'ready' && read.data.length > 0 ? latest : none;
}

/** On a phone an open request stands before the form. */
function LatestCard({ read, isOpen, focus }: LatestCardProps) {
  const { ticket } = sellTexts;
  return (
    <div
      id="sell-request"
      ref={focus}
      tabIndex={-1}
      className={cx(
        'min-w-0 scroll-mt-20 rounded-card outline-none',
        isOpen && 'max-wide:order-first',
      )}
    >
      <DataCard title={titleOf(read, isOpen)} says={ticket} read={read} skeleton={{ items: 4 }}>
        {([newest]) =>
          newest ? (
            <Ticket sell={newest} />
          ) : (
            <Empty icon={<Coins aria-hidden />} title={ticket.empty} hint={ticket.emptyHint} />
          )
        }
      </DataCard>
    </div>
  );
}

/** Reads everything again when time alone opens or closes a window, or makes the limit new. */
function useRefreshAtChange(
  eligibility: EligibilityJson | null,
  stakes: readonly StakeJson[],
): void {
  const now = useServerNow();
  const opening = openingOf(stakes, now);
  const changes = [
    ...(opening.kind === 'open' ? [opening.closes] : []),
    ...(opening.kind === 'running' ? [opening.opens] : []),
    ...(eligibility?.resetsAt ? [Date.parse(eligibility.resetsAt)] : []),
  ];
  const past = changes.filter((at) => at <= now).length;
  useEffect(() => {
    if (past > 0) void refreshAll();
  }, [past]);
}
