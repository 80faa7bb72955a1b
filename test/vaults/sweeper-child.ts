import { sweepVaults } from '#server/vaults/sweep-vaults';
import { RequestRing } from '#server/kernel/base/request-ring';
import { openPostgres } from '#server/kernel/db/postgres';
import { RulesCache } from '#server/kernel/terms/terms';
import { Writer } from '#server/kernel/write/commit';
import { RIGHT_CLOCK } from '#test/support/clock-watch-stubs';

/**
 * Node that only sweeps, to be stopped or killed: `sweeper-child.ts <database URL>`. Prints its start, each
 * batch, and the end of the work.
 */
const [url = ''] = process.argv.slice(2);
const out = (line: string): void => void process.stdout.write(`${line}\n`);
const database = openPostgres(url, { connections: 4 });
const writer = new Writer(database, new RulesCache(database), RIGHT_CLOCK);
const told = {
  commitDueWork: async (...asked: Parameters<Writer['commitDueWork']>): Promise<number> => {
    const users = await writer.commitDueWork(...asked);
    out(`swept ${users}`);
    return users;
  },
} as Writer;
const alert = (what: string): void => out(`alert ${what}`);
const job = sweepVaults({ writer: told, requests: new RequestRing(), alert });
out('begun');
// A batch that was rolled back, because this node was paused, is retried in its next run.
await job.run().catch((error: unknown) => {
  out(`failed ${String(error)}`);
  return job.run();
});
out('done');
await database.close();
