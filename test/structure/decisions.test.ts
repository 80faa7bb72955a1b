import { describe, expect, test } from 'vitest';

import { faultyDecisions } from './decisions.ts';
import { filesUnder, madeUp, read } from './sources.ts';

const FOLDER = 'docs/decisions';

test('every decision has a state and a date, and stands in the index', () => {
  const pages = filesUnder(FOLDER).filter((file) => /\/\d{4}-/.test(file));
  expect(faultyDecisions(pages.map(read), read(`${FOLDER}/README.md`).text)).toEqual([]);
});

describe('the checker of decisions', () => {
  const parts = '\n**Context.** A.\n\n**Decision.** B.\n\n**Consequence.** C.\n';
  const page = (state: string, name = '0001-a.md', title = '# 1. Title') =>
    madeUp(`${FOLDER}/${name}`, `${title}\n\n${state}\n${parts}`);
  const accepted = '**State.** Accepted on 2026-11-15.';
  const superseded = '**State.** Accepted on 2026-11-15, superseded by [0002](0002-b.md).';
  const row = '| [0001](0001-a.md) | Title | accepted | 2026-11-15 |';

  test('lets a whole decision pass', () => {
    expect(faultyDecisions([page(accepted)], row)).toEqual([]);
  });

  test('lets a superseded decision pass where its successor stands', () => {
    const pages = [page(superseded), page(accepted, '0002-b.md', '# 2. Other')];
    const rows = `${row.replace('accepted', 'superseded by 0002')}
| [0002](0002-b.md) | Other | accepted | 2026-11-15 |`;
    expect(faultyDecisions(pages, rows)).toEqual([]);
    expect(faultyDecisions(pages.slice(0, 1), rows)).toHaveLength(2);
  });

  test('lets a decision pass of which newer ones took a part each', () => {
    const partly =
      '**State.** Accepted on 2026-11-15, superseded in part by [0002](0002-b.md) and [0003](0003-c.md).';
    const pages = [
      page(partly),
      page(accepted, '0002-b.md', '# 2. Other'),
      page(accepted, '0003-c.md', '# 3. Third'),
    ];
    const rows = `${row.replace('accepted', 'superseded in part by 0002 and 0003')}
| [0002](0002-b.md) | Other | accepted | 2026-11-15 |
| [0003](0003-c.md) | Third | accepted | 2026-11-15 |`;
    expect(faultyDecisions(pages, rows)).toEqual([]);
    expect(faultyDecisions(pages.slice(0, 2), rows)).toHaveLength(2);
  });

  test.each(['', '**State.** Accepted.', '**State.** Proposed on 2026-11-15.'])(
    'finds a decision without state and date: %s',
    (state) => {
      expect(faultyDecisions([page(state)], row)).toContain('0001-a.md says no state and date');
    },
  );

  test('finds a missing part, a wrong number and a page without a title', () => {
    const without = madeUp(`${FOLDER}/0001-a.md`, `# 1. Title\n\n${accepted}\n`);
    expect(faultyDecisions([without], row)).toHaveLength(3);
    const second = page(accepted, '0002-a.md', '# 2. Title');
    expect(faultyDecisions([second], row.replaceAll('0001', '0002'))).toHaveLength(2);
  });

  test('finds an index that is out of step', () => {
    expect(faultyDecisions([page(accepted)], '')).toHaveLength(1);
    expect(faultyDecisions([page(accepted)], row.replace('15', '16'))).toHaveLength(2);
  });
});
