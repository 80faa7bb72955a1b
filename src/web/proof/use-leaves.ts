import { type RefObject, useEffect, useRef, useState } from 'react';

import { leavesAddress } from '../kernel/api/reads/proof-queries.ts';
import type { LeavesJob, LeavesNews } from './checks/leaves-worker.ts';
import type { Proof } from '#proof/files/published-proof';
import { verifyTexts } from './verify-texts.ts';
import { formatNumber } from '../kernel/ui/format/format.ts';
import type { Mine } from './use-mine.ts';
import { type StepOutcome, leavesOutcome, ownLines } from '#proof/checks/outcomes';

const says = verifyTexts.leaves;
/** Average length of a line: 64 digits of a hash, a comma, about ten digits and a line feed. */
const LINE_BYTES = 76;

export interface Leaves {
  readonly outcome: StepOutcome;
  /** From 0 to 1; null while nothing is being read. */
  readonly progress: number | null;
  readonly read: number;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Recomputes a day's whole tree in a worker, after `start`. */
export function useLeaves(proof: Proof, { checked }: Mine): Leaves {
  const [news, setNews] = useState<LeavesNews | null>(null);
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => end(worker), []);
  const own = ownLines(checked);
  const start = () => {
    end(worker);
    setNews({ kind: 'read', leaves: 0 });
    const made = new Worker(new URL('./checks/leaves-worker.ts', import.meta.url), {
      type: 'module',
    });
    made.addEventListener('message', ({ data }: MessageEvent<LeavesNews>) => {
      setNews(data);
      if (data.kind !== 'read') end(worker);
    });
    made.addEventListener('error', () => setNews({ kind: 'unread' }));
    const { day, root, totalUnits, leaves } = proof;
    const url = new URL(leavesAddress(day), window.location.href).href;
    const job: LeavesJob = { url, day: { day, root, totalUnits, leaves }, own };
    made.postMessage(job, []);
    worker.current = made;
  };
  const stop = () => {
    end(worker);
    setNews(null);
  };
  const read = news?.kind === 'read' ? news.leaves : 0;
  const progress = news?.kind === 'read' ? read / Math.max(1, proof.leaves) : null;
  return { outcome: outcomeOf(news, proof), progress, read, start, stop };
}

function end(worker: RefObject<Worker | null>): void {
  worker.current?.terminate();
  worker.current = null;
}

function outcomeOf(news: LeavesNews | null, proof: Proof): StepOutcome {
  const count = formatNumber(String(proof.leaves), 0);
  if (!proof.leavesKept) return { state: 'open', message: says.failed };
  if (!news)
    return { state: 'open', message: says.hint(count, sizeText(proof.leaves * LINE_BYTES)) };
  if (news.kind === 'read') return { state: 'checking', message: verifyTexts.verdict.working };
  if (news.kind === 'unread') return { state: 'open', message: says.failed };
  return leavesOutcome(news.read, news.ms);
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1_000)} kB`
    : `${Math.ceil(bytes / 1_000_000)} MB`;
}
