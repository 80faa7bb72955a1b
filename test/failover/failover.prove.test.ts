import { describe, expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '#server/kernel/db/postgres';
import { Claimers, claimAt, claimable, lostClaims } from '#test/nodes/claims';
import { openEventStream } from '#test/nodes/event-stream';
import { type Server, dataFolder, startServer } from '#test/nodes/server';
import { count, tries } from '#test/prove/effort';
import { Cluster } from './cluster.ts';
import { HAS_PATRONI } from './programs.ts';

const FAILOVERS = tries(1, 20);
const CLAIMS_BETWEEN = 50;
const TIMEOUT = 120_000 + FAILOVERS * 60_000;

describe.skipIf(!HAS_PATRONI)('PostgreSQL failover', () => {
  test(
    `under load, ${FAILOVERS} times, loses no acknowledged write and executes none twice`,
    { timeout: TIMEOUT },
    async () => {
      const cluster = await Cluster.open();
      onTestFinished(() => cluster.close());
      await cluster.create('lmt');
      const data = dataFolder();
      onTestFinished(data.remove);
      const env = { DATABASE_URL: cluster.urlOf('lmt'), DATA_DIR: data.path, RATE_LIMITS: 'off' };
      const one = await started(env).address;
      const two = await started({ ...env, LOCAL_NETWORK_URL: one }).address;
      const database = openPostgres(env.DATABASE_URL);
      onTestFinished(() => database.close());

      const people = new Claimers(database, one, { lanes: 6, hasKeys: true });
      for (let done = 0; done < FAILOVERS; done += 1) {
        await people.more(CLAIMS_BETWEEN);
        await cluster.replicating();
        // The machine's lease has to expire first, so only every fourth.
        if (done % 4 === 3) await cluster.killMachine();
        else await cluster.killServer();
        await people.more(CLAIMS_BETWEEN);
        cluster.revive();
      }
      // A write on one node is received on the other, which listens to the new server by now.
      const [claim] = await claimable(database);
      const stream = await openEventStream(two, { 'x-session-token': claim!.token }, [
        'bonds',
        'all',
      ]);
      expect((await claimAt(one, claim!, true)).status).toBe(200);
      await stream.heard;
      const seen = await people.stop();
      count('fail-overs of the database under load', FAILOVERS);
      count('claims acknowledged around a fail-over', seen.acknowledged.length);
      count('requests told to come again in a fail-over', seen.busy);
      expect({ errors: seen.errors, cut: seen.cut }).toEqual({ errors: [], cut: 0 });
      expect(await lostClaims(database, seen)).toEqual([]);
    },
  );
});

/** Starts a node that ends with the test. */
function started(env: Record<string, string>): Server {
  const server = startServer(env);
  onTestFinished(async () => {
    server.process.kill('SIGKILL');
    await server.ended;
  });
  return server;
}
