import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';

import { sellOf } from '#test/web/builders';

import { auditedUserQuery } from '../api/reads/admin-user-queries.ts';
import { queryClient } from '../api/query-client.ts';
import { SafeNote, hideSensitive } from './sensitive.tsx';
import { Alerts } from '../../alerts/alerts.tsx';
import { MovementTable } from '../../treasury/movements/movement-table.tsx';
import { PlanChanges, PlanNotes } from './plan-list.tsx';
import { UserRisk } from '../../users/user-risk.tsx';
import { AuditSummary } from '../../audit/audit-summary.tsx';
import { AuditTable } from '../../audit/audit-table.tsx';
import { AuditProgress } from '../../audit/audit-tools.tsx';
import { DecideList } from '../../payouts/queue/decide-list.tsx';
import { OutsidePayouts } from '../../payouts/outside/outside-payouts.tsx';
import { QueuePanel } from '../../payouts/queue/queue-panel.tsx';

afterEach(() => hideSensitive(false));

const alert = {
  code: 'TREASURY_SHORT',
  severity: 'critical',
  text: 'The queue needs 1,203.5 SOL, and the treasury can pay 1,200',
  since: null,
  subject: 'SOL',
};
const user = {
  userId: 'u1',
  walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
};
const drawn = (): string =>
  renderToStaticMarkup(
    <>
      <AuditProgress progress={{ processed: 1_203, total: 1_204, issues: 2 }} />
      <Alerts health={{ alerts: [alert] } as never} />
      <AuditTable
        users={[user as never]}
        total={1_204}
        choice={{} as never}
        onSort={() => undefined}
        onOpen={() => undefined}
        onEnd={() => undefined}
      />
    </>,
  );

test('counts of users, and an alert’s amounts, are hidden with all that is sensitive', () => {
  expect(drawn()).toMatch(/1,203 of 1,204 users.*needs 1,203.5 SOL.*1 of 1,204/);
  hideSensitive(true);
  expect(drawn()).not.toMatch(/1,?20\d/);
});

const nothing = () => undefined;
const sell = sellOf({ username: 'Ada Lovelace' });
const at = sell.requestedAt;
const paid = { id: 'p', amount: '12.345000000', tokenType: 'SOL' };
const payout = { ...paid, purpose: 'sell', receiver: 'r', createdAt: at, seenSignature: null };
const movement = { ...paid, at, kind: 'deposit', counterparty: null, signature: 's', note: null };
const named = { label: null, canBeNamed: true, concern: null, transactions: 1 };
const fault = { message: 'The treasury can pay 12.345 SOL', requestId: null };

const labelled = (): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <QueuePanel sell={sell} treasury={null} onDecide={nothing} />
      <DecideList sells={[sell]} decisions={new Map([[sell.id, { state: 'failed', fault }]])} />
      <OutsidePayouts payouts={[payout as never]} />
      <MovementTable movements={[{ ...movement, ...named } as never]} onName={nothing} />
    </QueryClientProvider>,
  );

test('names and amounts that are only read out, and those of a refusal, are hidden too', () => {
  expect(labelled()).toMatch(/: Ada Lovelace.*12\.345.*Select 12\.345 SOL.*: 12\.345 SOL/);
  hideSensitive(true);
  expect(labelled()).not.toMatch(/Ada Lovelace|12\.345/);
});

const line = `Bond b of ${user.walletAddress} (49.35 SOL) credited 10.00000000 LMT without payment`;
const kept = { ...user, riskLevel: 'high', inconsistencies: [line] };
const change = { kind: 'delete-bond', bondId: 'b', amount: '1', tokenType: 'SOL', lmtAmount: '1' };
const ledger = { invariantsBroken: [line], logHolds: true };

const sentences = (): string => {
  queryClient.setQueryData(auditedUserQuery(user.userId).queryKey, kept as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <UserRisk userId={user.userId} />
      <PlanNotes notes={[line]} />
      <PlanChanges changes={[{ ...change, walletAddress: '', why: line } as never]} />
      <AuditSummary audit={{ treasuryAddress: '', summary: { ledger } } as never} />
      <SafeNote text={line} />
      <MovementTable
        movements={[{ ...movement, ...named, note: line } as never]}
        onName={nothing}
      />
    </QueryClientProvider>,
  );
};

test('sentences and notes do not name what is hidden', () => {
  expect(sentences().match(/\(49\.35 SOL\)/g)).toHaveLength(7);
  hideSensitive(true);
  expect(sentences()).not.toMatch(/49\.35|10\.00|7xKXtg2CW87d97/);
});
