import { sweepVaults } from '#server/vaults/sweep-vaults';
import { RequestRing } from '#server/kernel/base/request-ring';
import { openPostgres } from '#server/kernel/db/postgres';
import { RulesCache } from '#server/kernel/terms/terms';
import { Writer } from '#server/kernel/write/commit';
import { RIGHT_CLOCK } from '#test/support/clock-watch-stubs';

// A node that only sweeps: says when it is ready, waits to be told, and says how long it took and what it
// needed of memory.
const database = openPostgres(process.env['DATABASE_URL'] ?? '', { connections: 4 });
const rules = new RulesCache(database);
const alert = (what: string, details: object): void => console.error(what, details);
const job = sweepVaults({
  writer: new Writer(database, rules, RIGHT_CLOCK),
  requests: new RequestRing(),
  alert,
});
await database.query({ name: 'ready', text: 'select 1' });
process.stdout.write('Open \n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const started = performance.now();
await job.run();
const seconds = (performance.now() - started) / 1_000;
const megabytes = Math.round(process.resourceUsage().maxRSS / 1_024);
process.stdout.write(`${JSON.stringify({ seconds, megabytes })}\n`);
await database.close();
process.stdin.destroy();
