import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Results, withRun } from '../../bench/results.ts';

const kept = JSON.parse(
  readFileSync(new URL('../../bench/results.json', import.meta.url), 'utf8'),
) as Results;
const ROW = {
  name: expect.any(String),
  floor: expect.any(String),
  ours: expect.any(String),
  ratio: expect.any(Number),
  goal: expect.any(String),
  holds: expect.any(Boolean),
};

describe('the benchmarks’ results', () => {
  test('are one list of rows', () => {
    expect(kept.rows.length).toBeGreaterThan(0);
    for (const row of kept.rows) expect(row).toMatchObject(ROW);
  });

  test('a benchmark that runs again replaces its own rows and keeps the others', () => {
    const row = { name: 'a', floor: '1', ours: '2', ratio: 2, goal: '≥ 1', holds: true };
    const run = { machine: {}, seconds: 1, rows: [row] };
    const one = withRun(withRun({ rows: [], runs: {} }, 'api', run), 'web', run);
    const two = withRun(one, 'api', { ...run, seconds: 2, rows: [{ ...row, ratio: 3 }] });
    expect(two.rows).toEqual([
      { bench: 'api', ...row, ratio: 3 },
      { bench: 'web', ...row },
    ]);
    expect(two.runs['api']?.seconds).toBe(2);
  });
});
