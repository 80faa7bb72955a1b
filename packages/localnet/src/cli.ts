import process from 'node:process';
import { parseArgs } from 'node:util';
import { LockedError } from './lock.ts';
import { DEFAULT_PORT, PortInUseError, startLocalnet } from './start.ts';

const USAGE = `Serves a Solana for tests on the loopback.

  --port <number>     where JSON-RPC is served (${DEFAULT_PORT}); websockets there and at the next port
  --data-dir <path>   keeps the chain in a folder; without it, it is gone with the process
  --slot-ms <number>  how long a slot lasts (400)
  --help              this text
`;

const OPTIONS = {
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  'slot-ms': { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Exits with a one-line message instead of a stack trace. */
function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function parseCount(text: string | undefined, name: string, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  return fail(`--${name} takes a whole number up to ${most}, not ${text}`);
}

function parseOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)} (--help tells more)`);
  }
}

const { port, 'data-dir': dataDir, 'slot-ms': slotMs, help } = parseOptions();
if (help === true) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const length = parseCount(slotMs, 'slot-ms', 10_000);
const net = await startLocalnet({
  port: parseCount(port, 'port', 65_535) ?? DEFAULT_PORT,
  ...(dataDir === undefined ? {} : { dataDir }),
  ...(length === undefined ? {} : { slotMs: length }),
}).catch((error: unknown) => {
  const isKnown =
    error instanceof PortInUseError || error instanceof LockedError || error instanceof RangeError;
  if (isKnown) fail(error.message);
  throw error;
});
process.stdout.write(`JSON-RPC   ${net.url}\n`);
process.stdout.write(`Websocket  ${net.websocketUrl}\n`);
process.stdout.write(`Slots of   ${net.slotMs} ms\n`);
process.stdout.write(`Kept in    ${dataDir ?? 'memory'}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void net.close().then(() => process.exit(0)));
}
