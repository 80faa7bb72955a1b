import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { HistoryItemJson } from '#contract/portfolio/portfolio';
import { MINUTE_MS } from '#domain/base/time';

import { serverOffsetMs } from '../../kernel/api/server-time.ts';
import { historyTexts } from './history-texts.ts';
import { useNow } from '../../kernel/ui/format/use-now.ts';
import { TransactionRow } from './transaction-row.tsx';

/** Lines that are drawn at first, and each time that the end of those comes near. */
const PAGE = 60;

interface TransactionListProps {
  readonly items: readonly HistoryItemJson[];
}

/** The lines, drawn as far as the user has scrolled: thousands cost no more than what is seen. All are printed. */
export function TransactionList({ items }: TransactionListProps) {
  const now = useNow(MINUTE_MS) + serverOffsetMs();
  const [drawn, setShown] = useState(PAGE);
  const shown = usePrinting() ? items.length : drawn;
  return (
    // It takes focus, so that the keyboard can scroll it; no landmark: its card is one of that name.
    <div
      role="group"
      aria-label={historyTexts.list.title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="-mx-1 rounded-md px-1 wide:max-h-96 wide:overflow-y-auto print:max-h-none print:overflow-visible"
    >
      <ul className="-my-3">
        {items.slice(0, shown).map((item) => (
          <TransactionRow key={item.id} item={item} now={now} />
        ))}
      </ul>
      {shown < items.length && <Mark key={shown} onNear={() => setShown(shown + PAGE)} />}
    </div>
  );
}

/** Whether the page is being printed: what it draws then has to stand before the browser goes on. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** At the end of what is drawn: tells when it comes near. */
function Mark({ onNear }: { readonly onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = mark;
    if (!current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) onNear();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [onNear]);
  return (
    // It reaches up from the end, so that more are drawn before that is in sight.
    <div aria-hidden className="relative">
      <div ref={mark} className="pointer-events-none absolute bottom-0 h-[1200px] w-px" />
    </div>
  );
}
