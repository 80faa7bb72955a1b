import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type TestDatabase, onEachDatabase } from '#test/databases';
import { ask } from '#test/support/store';
import { openPostgres } from './postgres.ts';

onEachDatabase('a connection', (fresh, kind) => {
  let opened: TestDatabase;
  afterEach(() => opened.close());

  test.runIf(kind === 'postgres')(
    'fails only its transaction if it is lost inside of it',
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

  test.runIf(kind === 'postgres')(
    'goes to the first server that responds, and fails over when that is lost',
    async () => {
      opened = await fresh();
      const [one, two] = [await relayTo(opened.url!), await relayTo(opened.url!)];
      const address = new URL(opened.url!);
      const database = openPostgres(
        `postgres://${address.username}@127.0.0.1:1,127.0.0.1:${one.port},127.0.0.1:${two.port}${address.pathname}?target_session_attrs=read-write`,
      );
      const asks = () => ask(database, 'select 1 as one');
      expect(await asks()).toEqual([{ one: 1 }]);
      expect([one.taken(), two.taken()]).toEqual([1, 0]);
      await one.cut();
      // The lost connection may be noticed only by a query.
      await asks().catch(() => {});
      expect(await asks()).toEqual([{ one: 1 }]);
      expect(two.taken()).toBe(1);
      await two.cut();
      await asks().catch(() => {});
      await expect(asks()).rejects.toThrow('ECONNREFUSED');
      await database.close();
    },
  );

  test.runIf(kind === 'postgres')('goes to no server that is read-only', async () => {
    opened = await fresh();
    const { database, url } = opened;
    const { port, username, pathname } = new URL(url!);
    const name = pathname.slice(1);
    const one = await relayTo(url!);
    const hosts = `127.0.0.1:${one.port},127.0.0.1:${port}`;
    const both = openPostgres(`postgres://${username}@${hosts}/${name}`);
    await ask(database, `alter database ${name} set default_transaction_read_only = on`);
    await expect(ask(both, 'select 1 as one')).rejects.toThrow('takes no writes');
    await ask(database, `alter database ${name} reset default_transaction_read_only`);
    expect(await ask(both, 'select 1 as one')).toEqual([{ one: 1 }]);
    await both.close();
    await one.cut();
  });

  test.runIf(kind === 'pglite')('of the embedded database is in-process', async () => {
    opened = await fresh();
    expect(await ask(opened.database, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

/** Opens a TCP proxy to a server, which simulates another server. */
async function relayTo(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let taken = 0;
  const server = createServer((near) => {
    taken += 1;
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    taken: () => taken,
    async cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
