import { afterEach, expect, test } from 'vitest';
import { type TestDatabase, onEachDatabase } from '#test/databases';
import { ask } from '#test/support/store';

onEachDatabase('a connection', (fresh, kind) => {
  let opened: TestDatabase;
  afterEach(() => opened.close());

  test.runIf(kind === 'postgres')(
    'that is cut inside a transaction fails that transaction, and not the process',
    async () => {
      opened = await fresh();
      const { database } = opened;
      const cut = database.transaction(async (session) => {
        const [own] = await session.query<{ pid: number }>({
          name: 'pid',
          text: 'select pg_backend_pid() as pid',
        });
        await ask(database, `select pg_terminate_backend(${own!.pid})`);
        await session.exec('select 1');
      });
      await expect(cut).rejects.toThrow(/terminat|not queryable/i);
      expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    },
  );

  test.runIf(kind === 'pglite')('has nothing to be cut', async () => {
    opened = await fresh();
    expect(await ask(opened.database, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
