import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type MadeUp,
  type MadeUpChain,
  type MadeUpDay,
  Treasury,
  anchorOf,
  makeUp,
  serve,
} from './made-up.ts';
import { memoStartOf } from './second.ts';
import { type Verifier, byPython, byUs, hasPython } from './verifiers.ts';

const treasury = new Treasury();
const stranger = new Treasury();
const honest = makeUp(treasury);
const { day, mine } = honest;
const OTHER_ROOT = 'ef'.repeat(32);
const HONEST: MadeUpChain = { written: [anchorOf(day)], owner: treasury.address };
const ALL_OK = ['ok', 'ok', 'ok', 'ok', 'ok'];

interface Case {
  readonly files?: Partial<MadeUp>;
  readonly chain?: Partial<MadeUpChain>;
  readonly treasury?: string;
  readonly lines: readonly string[];
}

const changed = (changes: object): MadeUpDay => ({ ...day, ...changes });
const second = (changes: object = {}) =>
  anchorOf(changed({ root: OTHER_ROOT }), { signature: 'second', ...changes });
const signed = (holding: object, changes: object) => ({ ...holding, ...changes });
const [sol = {}, usdc = {}] = day.holdings;

const CASES: Readonly<Record<string, Case>> = {
  'an honest day': { lines: ALL_OK },
  'a stranger’s memo with another root': {
    chain: { written: [second({ signer: stranger.address }), anchorOf(day)] },
    lines: ALL_OK,
  },
  'two roots': {
    chain: { written: [second(), anchorOf(day)] },
    lines: ['ok', 'ok', 'ok', 'FAIL (twoRoots)', 'ok'],
  },
  'another root in the next day’s memo': {
    chain: {
      written: [
        anchorOf(day, {
          signature: 'next',
          memo: `${memoStartOf(changed({ day: '2026-02-01' }))}${day.day}:${OTHER_ROOT}`,
        }),
        anchorOf(day),
      ],
    },
    lines: ['ok', 'ok', 'ok', 'FAIL (twoRoots)', 'ok'],
  },
  'a last day that is not on the chain': {
    chain: {
      written: [anchorOf(day, { memo: `${memoStartOf(day)}2026-01-30:${OTHER_ROOT}` })],
    },
    lines: ['ok', 'ok', 'ok', 'FAIL (lostDay)', 'ok'],
  },
  'a stranger’s anchor': {
    chain: { written: [anchorOf(day, { signer: stranger.address })] },
    lines: ['ok', 'ok', 'ok', 'FAIL (signer)', 'ok'],
  },
  'a stranger’s whole proof': {
    treasury: stranger.address,
    lines: ['ok', 'ok', 'FAIL (otherTreasury)', 'FAIL (otherTreasury)', 'ok'],
  },
  'an anchor without the reference address': {
    chain: { written: [anchorOf(day, { reference: null })] },
    lines: ['ok', 'ok', 'ok', 'FAIL (noReference)', 'ok'],
  },
  'a memo to another program': {
    chain: { written: [anchorOf(day, { program: stranger.address })] },
    lines: ['ok', 'ok', 'ok', 'FAIL (noMemo)', 'ok'],
  },
  'an anchor of another root': {
    chain: { written: [anchorOf(changed({ root: OTHER_ROOT }))] },
    lines: ['ok', 'ok', 'ok', 'FAIL (otherRoot)', 'ok'],
  },
  'an anchor of another log': {
    chain: { written: [anchorOf(changed({ logHead: OTHER_ROOT }))] },
    lines: ['ok', 'ok', 'ok', 'FAIL (otherLog)', 'ok'],
  },
  'a root that is not on the chain': {
    files: { day: changed({ anchor: null }) },
    chain: { written: [] },
    lines: ['ok', 'ok', 'ok', 'FAIL', 'ok'],
  },
  'a foreign account': {
    chain: { owner: stranger.address },
    lines: ['ok', 'ok', 'FAIL (otherOwner)', 'ok', 'ok'],
  },
  'an account of another program': {
    chain: { program: stranger.address },
    lines: ['ok', 'ok', 'FAIL (otherProgram)', 'ok', 'ok'],
  },
  'an account twice': {
    files: { day: changed({ holdings: [sol, sol] }) },
    lines: ['ok', 'ok', 'FAIL (otherList)', 'ok', 'ok'],
  },
  'a signature for another account': {
    files: { day: changed({ holdings: [signed(sol, { address: stranger.address }), usdc] }) },
    lines: ['ok', 'ok', 'FAIL (otherMessage)', 'ok', 'ok'],
  },
  'an account that nobody signed for': {
    files: { day: changed({ holdings: [signed(sol, { ownership: null }), usdc] }) },
    lines: ['ok', 'ok', 'WARN', 'ok', 'ok'],
  },
  'an empty list of entries': {
    files: { mine: { ...mine, entries: [] } },
    lines: ['WARN', 'ok', 'ok', 'ok', 'ok'],
  },
  'an entry twice': {
    files: { mine: { ...mine, entries: [mine.entries[0]!, mine.entries[0]!] } },
    lines: ['FAIL (leaf-used-twice)', 'ok', 'ok', 'ok', 'ok'],
  },
  'a changed sum': {
    files: { leaves: honest.leaves.replace(/,\d+\n/, ',1\n') },
    lines: ['ok', 'ok', 'ok', 'ok', 'FAIL (wrong-root)'],
  },
};

/** Both verifiers; the one in Python is skipped on a machine without python3. */
const VERIFIERS: readonly [string, Verifier, boolean][] = [
  ['npm run verify', byUs, true],
  ['the verifier in Python', byPython, hasPython()],
];

let folder: string;
let [server, url]: [Server | null, string] = [null, ''];
let chain = HONEST;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lmt-verifiers-'));
  ({ server, url } = await serve(() => chain));
});
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

function written(files: Partial<MadeUp> = {}): string[] {
  const put = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const all = { ...honest, ...files };
  return [
    put('me.json', JSON.stringify(all.mine)),
    put('day.json', JSON.stringify(all.day)),
    put('leaves.csv', all.leaves),
  ];
}

describe.each(VERIFIERS)('%s', (_, verify, isThere) => {
  beforeEach(({ skip }) => skip(!isThere, 'python3 is not installed'));

  test.each(Object.entries(CASES))('judges %s', async (_, { files, chain: other, ...asked }) => {
    chain = { ...HONEST, ...other };
    const known = asked.treasury ?? treasury.address;
    const lines = await verify({ files: written(files), rpc: url, treasury: known });
    expect(lines).toEqual(asked.lines);
  });

  test('judges files without a node, and without the day', async () => {
    const [me = '', dayFile = '', leaves = ''] = written();
    const on = (...files: string[]) => verify({ files, rpc: null, treasury: null });
    expect(await on(me, dayFile, leaves)).toEqual(['ok', 'ok', 'ok']);
    expect(await on(dayFile)).toEqual(['WARN']);
    expect(await on(me)).toEqual(['ok']);
    expect(await on(leaves)).toEqual(['FAIL']);
  });
});

const CLI = fileURLToPath(new URL('../../packages/proof/src/cli/verify.ts', import.meta.url));

describe('the command', () => {
  const exitCode = (...args: string[]): Promise<number> =>
    promisify(execFile)('node', ['--import', 'tsx', CLI, ...args]).then(
      () => 0,
      (error: unknown) => (error as { code: number }).code,
    );

  test('needs the treasury’s address with a node, and fails on a FAIL only', async () => {
    chain = HONEST;
    const [me = '', dayFile = ''] = written({ mine: { ...mine, entries: [] } });
    expect(await exitCode(dayFile, '--rpc', url)).toBe(2);
    expect(await exitCode(dayFile, '--rpc', url, '--treasury', 'nobody')).toBe(2);
    expect(await exitCode(me, dayFile, '--rpc', url, '--treasury', treasury.address)).toBe(0);
    expect(await exitCode(dayFile, '--rpc', url, '--treasury', stranger.address)).toBe(1);
  });
});
