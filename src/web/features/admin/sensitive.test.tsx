import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';

import { hideSensitive } from './sensitive.tsx';
import { Alerts } from './system/alerts.tsx';
import { AuditTable } from './audit/audit-table.tsx';
import { AuditProgress } from './audit/audit-tools.tsx';

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
  expect(drawn()).not.toMatch(/1,20\d/);
});
