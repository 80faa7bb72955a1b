import { expect, test } from 'vitest';
import type { Session } from './database.ts';
import { type LockName, lock } from './locks.ts';

async function scriptFor(...names: LockName[]): Promise<string[]> {
  const scripts: string[] = [];
  const session: Session = {
    query: () => Promise.reject(new Error('unexpected statement')),
    exec: async (script) => void scripts.push(script),
    note: () => {},
  };
  await lock(session, ...names);
  return scripts;
}

test('lock takes several locks in one statement, in a fixed order', async () => {
  const scripts = await scriptFor('log', 'supply', 'settings');
  expect(scripts).toEqual([
    'select pg_advisory_xact_lock(5173007), pg_advisory_xact_lock(5173006), pg_advisory_xact_lock(5173002)',
  ]);
  expect(await scriptFor('settings', 'log', 'supply')).toEqual(scripts);
});

test('lock sends no statement without names', async () => {
  expect(await scriptFor()).toEqual([]);
});
