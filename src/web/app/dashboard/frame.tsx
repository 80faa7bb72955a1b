import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { adminStatsQuery } from '../../kernel/api/reads/admin-queries.ts';
import { PauseStrip } from '../../kernel/prices/pause-strip.tsx';
import { CardSkeleton } from '../../kernel/ui/cards/card-skeleton.tsx';
import { Tabs } from '../../kernel/ui/cards/tabs.tsx';
import { adminTexts } from '../../kernel/dashboard/dashboard-texts.ts';
import { AdminHeader } from './header.tsx';
import { type AdminTab, ADMIN_TABS, useAdminTab } from '../../kernel/dashboard/tabs.ts';
import { BellRing } from 'lucide-react';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { formatUsd } from '../../kernel/ui/format/format.ts';
import { forgetKept } from '../../kernel/ui/state/use-kept.ts';
import { SafeText } from '../../kernel/dashboard/sensitive.tsx';

interface FrameProps {
  readonly panels: Readonly<Record<AdminTab, ComponentType>>;
}

/** Header, what waits for the owner, and the tab that the address names. */
export function AdminFrame({ panels }: FrameProps) {
  const [tab, open] = useAdminTab();
  const { data: stats } = useQuery(adminStatsQuery());
  const waiting = stats?.pendingSells.count ?? 0;
  return (
    <div className="grid grid-cols-1 gap-2.5 pt-3">
      <AdminHeader>
        {/* It leads to that tab, which begins with the same figures. */}
        {tab !== 'verifications' && (
          <PendingBanner
            onReview={() => {
              // All that wait, whatever the queue was narrowed to.
              forgetKept('admin queue filter');
              open('verifications');
            }}
          />
        )}
      </AdminHeader>
      <PauseStrip />
      <Tabs<AdminTab>
        label={adminTexts.tabs.label}
        value={tab}
        onChange={open}
        tabs={ADMIN_TABS.map((value) => ({
          value,
          label: adminTexts.tabs[value],
          count: value === 'verifications' ? waiting : 0,
          content: <Loaded Panel={panels[value]} />,
        }))}
      />
    </div>
  );
}

function Loaded({ Panel }: { readonly Panel: ComponentType }) {
  return (
    <Suspense fallback={<CardSkeleton figures={4} rows={10} />}>
      <Panel />
    </Suspense>
  );
}

const { banner: words } = adminTexts;

/** Sell requests that wait for the owner, on every tab but their own. */
function PendingBanner({ onReview }: { readonly onReview: () => void }) {
  const { data } = useQuery(adminStatsQuery());
  const pending = data?.pendingSells;
  if (!pending || pending.count === 0) return null;
  return (
    <div
      role="status"
      className="flex items-center gap-x-3 gap-y-1 rounded-control max-tight:flex-wrap border border-amber/30 tint-amber py-1 pr-1 pl-3"
    >
      <BellRing aria-hidden className="size-4 shrink-0 text-amber" />
      <p className="min-w-0 grow text-sm">
        <b className="font-[560]">{words.title(pending.count)}</b>{' '}
        <span className="text-quiet">
          <SafeText>{words.value(formatUsd(pending.valueUSD))}</SafeText>
        </span>
      </p>
      <Button size="sm" tone="primary" onClick={onReview}>
        {words.review}
      </Button>
    </div>
  );
}
