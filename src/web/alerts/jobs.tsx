import type { Health, JobHealthJson } from '#contract/alerts/health';
import { SECOND_MS } from '#domain/base/time';

import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Cell } from '../kernel/ui/tables/cell.tsx';
import { Table } from '../kernel/ui/tables/table.tsx';
import { right } from '../kernel/ui/tables/column.ts';
import { systemTexts as words } from '../kernel/dashboard/system-texts.ts';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { ageText } from '../kernel/ui/format/times.ts';
import { msText } from './ms-text.ts';

/** Timed work: when each ran last, how long it took, and how far it is behind. */
export function Jobs({ health }: { readonly health: Health }) {
  const now = Date.parse(health.now);
  return (
    <Table
      label={words.jobs}
      isWhole
      head={[
        words.job,
        ...right(words.lastRun),
        { label: words.took, right: true, roomy: true },
        ...right(words.lag, words.state),
      ]}
    >
      {health.jobs.map((job) => (
        <Row key={job.name} job={job} now={now} />
      ))}
    </Table>
  );
}

function Row({ job, now }: { readonly job: JobHealthJson; readonly now: number }) {
  const { name, lastRunAt, lastMs, lagMs, failing, lastError } = job;
  return (
    <tr>
      <Cell note={failing && lastError}>
        <span data-hint={name}>{words.jobNames[name] ?? name}</span>
      </Cell>
      <Cell right>
        {lastRunAt === null ? words.never : ageText(Math.max(0, now - Date.parse(lastRunAt)))}
      </Cell>
      <Cell right roomy>
        {lastMs === null ? texts.figure.none : words.ms(msText(lastMs))}
      </Cell>
      <Cell right>{lagText(lagMs)}</Cell>
      <Cell right>
        <Badge tone={failing ? 'bad' : 'good'}>{failing ? words.failing : words.ok}</Badge>
      </Cell>
    </tr>
  );
}

function lagText(lagMs: number | null): string {
  if (lagMs === null) return texts.figure.none;
  return lagMs < SECOND_MS ? words.inTime : words.seconds(Math.round(lagMs / SECOND_MS).toString());
}
