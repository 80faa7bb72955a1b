import { Download, History as HistoryIcon, ListFilter, SearchX } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { HistoryItemJson } from '#contract/portfolio/portfolio';
import { useRead } from '../../kernel/api/read-of.ts';
import { historyQuery } from '../../kernel/api/reads/vault-queries.ts';
import { buttonClass } from '../../kernel/ui/forms/button-class.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { DataCard } from '../../kernel/ui/cards/data-card.tsx';
import { Empty } from '../../kernel/ui/cards/empty.tsx';
import { Tabs } from '../../kernel/ui/cards/tabs.tsx';
import { historyTexts } from './history-texts.ts';
import { type Choice, NO_CHOICE, chosen, exportQuery, narrowing } from './filter.ts';
import { FilterPanel } from './filter-panel.tsx';
import { TransactionList } from './transaction-list.tsx';
import { PATHS } from '#contract/base/paths';
import { useOwnMutation } from '../../kernel/wallet/use-own-mutation.ts';
import { callFile } from '../../kernel/api/client.ts';
import { tellFailure } from '../../kernel/api/tell-failure.ts';
import { useKept } from '../../kernel/ui/state/use-kept.ts';
import { formatNumber } from '../../kernel/ui/format/format.ts';
import { saveFile } from '../../kernel/ui/format/save-file.ts';
import { showToast } from '../../kernel/ui/overlays/toast.ts';

const { list: words, tabs: tabWords } = historyTexts;
const countText = (count: number): string => formatNumber(String(count), 0);
const TYPES = ['all', 'bond', 'stake', 'withdraw', 'restake', 'sell'] as const;

/** Everything the user did, by type, narrowed as they like, and as a file. */
export function Transactions({ userId }: { readonly userId: string }) {
  const read = useRead(historyQuery(userId));
  return (
    <DataCard title={words.title} says={words} read={read} skeleton={{ items: 6 }}>
      {({ all }) => (all.length === 0 ? <Nothing /> : <Narrowed userId={userId} items={all} />)}
    </DataCard>
  );
}

interface NarrowedProps {
  readonly userId: string;
  readonly items: readonly HistoryItemJson[];
}

function Narrowed({ userId, items }: NarrowedProps) {
  const [choice, setChoice] = useKept(`history ${userId}`, NO_CHOICE);
  const found = useMemo(() => chosen(items, choice), [items, choice]);
  const content =
    found.length === 0 ? (
      <NoneFound onClear={() => setChoice(NO_CHOICE)} />
    ) : (
      // Another choice is another list, seen from its top.
      <TransactionList key={JSON.stringify(choice)} items={found} />
    );
  return (
    <>
      <Controls
        {...{ userId, choice }}
        onChange={setChoice}
        found={found.length}
        all={items.length}
      />
      <Tabs
        label={words.types}
        value={choice.type}
        onChange={(type) => setChoice({ ...choice, type })}
        tabs={TYPES.map((value) => ({ value, label: tabWords[value], content }))}
      />
    </>
  );
}

interface ControlsProps {
  readonly userId: string;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
  readonly found: number;
  readonly all: number;
}

function Controls({ userId, choice, onChange, found, all }: ControlsProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const { isExporting, start } = useExport(userId);
  const { filter, export: exporting } = historyTexts;
  const count = narrowing(choice);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-quiet">
          {words.count(countText(found), countText(all))}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <ListFilter aria-hidden className="size-3.5" />
            {count === 0 ? filter.button : filter.active(count)}
          </Button>
          <Button
            size="sm"
            busy={isExporting}
            disabled={found === 0}
            title={found === 0 ? exporting.none : undefined}
            onClick={() => start({ choice, count: found })}
          >
            <Download aria-hidden className="size-3.5" />
            {exporting.button}
          </Button>
        </div>
      </div>
      {isOpen && <FilterPanel id={panelId} choice={choice} onChange={onChange} />}
    </>
  );
}

function NoneFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <Empty
      icon={<SearchX aria-hidden />}
      title={words.noneFound}
      hint={words.noneFoundHint}
      action={<Button onClick={onClear}>{words.clear}</Button>}
    />
  );
}

function Nothing() {
  return (
    <Empty
      icon={<HistoryIcon aria-hidden />}
      title={words.empty}
      hint={words.emptyHint}
      action={
        <Link href="/?tab=bond" className={buttonClass({ tone: 'primary' })}>
          {words.emptyAction}
        </Link>
      }
    />
  );
}

const FILE = 'lmt-history.csv';

/** Downloads what a choice shows, as CSV. */
function useExport(userId: string) {
  const words = historyTexts.export;
  const { isPending, mutate } = useOwnMutation({
    mutationFn: ({ choice }: { choice: Choice; count: number }) =>
      callFile(PATHS.historyCsv, { params: { userId }, query: exportQuery(choice) }),
    onSuccess: (file, { count }) => {
      saveFile(file, FILE);
      showToast({ tone: 'success', title: words.done, detail: words.doneDetail(count, FILE) });
    },
    onError: (error) => tellFailure(words.failed, error, words.failedDetail),
  });
  return { isExporting: isPending, start: mutate };
}
