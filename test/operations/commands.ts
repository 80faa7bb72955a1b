/** Invocation and expected output of a command. */
interface Run {
  readonly args?: readonly string[];
  readonly says: RegExp;
  /** Exit code; null if it keeps running and has to be killed. */
  readonly code: number | null;
  readonly env?: Readonly<Record<string, string>>;
  /** Slow: only `npm run prove -- full` runs it. */
  readonly isLong?: true;
}

/**
 * Every documented command, in an order in which they can run. FOLDER is replaced by a new folder, FREE1 and
 * FREE2 by free ports.
 */
export const RUNS: Readonly<Record<string, Run>> = {
  doctor: { says: /^ok +local network +embedded/m, code: 0 },
  verify: { says: /^npm run verify -- FILE…/, code: 2 },
  build: { says: /Nothing to build/, code: 0, isLong: true },
  seed: { says: /^Done\. `npm start` shows it/m, code: 0, isLong: true },
  'check:ledger': { says: /^The ledger is sound\.$/m, code: 0, isLong: true },
  backup: { args: ['FOLDER/lmt.tar.gz'], says: /lmt\.tar\.gz/, code: 0, isLong: true },
  restore: {
    args: ['FOLDER/lmt.tar.gz'],
    env: { DATA_DIR: 'FOLDER/restored' },
    says: /is restored to .*\. The ledger is sound\.$/m,
    code: 0,
    isLong: true,
  },
  start: { says: /^ {2}Open +http:/m, code: null, isLong: true },
  dev: {
    env: { DATA_DIR: 'FOLDER/dev', PORT: 'FREE1', API_PORT: 'FREE2' },
    says: /ready in/,
    code: null,
    isLong: true,
  },
  localnet: { args: ['--port', '0'], says: /http:\/\/127\.0\.0\.1:\d+/, code: null, isLong: true },
  simulate: {
    args: ['--seed', '1', '--users', '3', '--days', '2'],
    says: /^seed 1: 3 users, 2 days, \d+ steps, 0 violations$/m,
    code: 0,
    isLong: true,
  },
  bench: { args: ['none-such'], says: /no benchmark called none-such: /, code: 1, isLong: true },
  check: { says: /passed, 0 failed/, code: 0, isLong: true },
  pictures: { args: ['FOLDER'], says: /two pictures/, code: 0, isLong: true },
};

/** Commands run elsewhere: the file that runs them, and the text that names them there. */
export const ELSEWHERE: Readonly<Record<string, readonly [file: string, says: string]>> = {
  test: ['.github/workflows/ci.yml', 'run: npm test'],
  prove: ['.github/workflows/ci.yml', 'run: npm run prove'],
  record: ['test/recorded/record.test.ts', 'scripts/record.mjs'],
};
