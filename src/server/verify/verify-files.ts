import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { formatAmount, lmt } from '#domain/base/money';
import { LeavesCheck } from '#proof/checks/check-leaves';
import { checkMine } from '#proof/checks/check-mine';
import type { Checked } from '#proof/files/fault';
import { type PublishedDay, type PublishedMine, readDay, readMine } from '#proof/files/published';
import { HASHING } from '../base/hashing.ts';
import { type Finding, checkChain, checkOwnership, good, wrong } from './verify-chain.ts';

/** What was downloaded: a day, a wallet's own proof, the path of a file of leaves, each as far as it is there. */
interface Files {
  day: { readonly published: PublishedDay; readonly json: unknown } | null;
  mine: PublishedMine | null;
  leaves: string | null;
}

export interface VerifyOptions {
  readonly files: readonly string[];
  /** Where the chain is looked at; null where it is not. */
  readonly rpc: string | null;
}

/** JSON is a day or a wallet's proof, by what it holds; anything else is taken for lines of leaves. */
async function sortFiles(paths: readonly string[]): Promise<Files | Finding> {
  const found: Files = { day: null, mine: null, leaves: null };
  for (const path of paths) {
    const json = await readJson(path);
    const [mine, published] = [readMine(json), readDay(json)];
    if (json === null) found.leaves = path;
    else if (mine) found.mine = mine;
    else if (published) found.day = { published, json };
    else return wrong(`${path} is neither a day nor a wallet's proof`);
  }
  return found;
}

const JSON_BYTES_MAX = 1_000_000;

/** The file as JSON; null where it is none. */
async function readJson(path: string): Promise<unknown> {
  const { size } = await stat(path);
  if (size > JSON_BYTES_MAX) return null;
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch {
    return null;
  }
}

/** Checks downloaded files against each other, and against the chain where an address is given. */
export async function* verifyFiles({ files, rpc }: VerifyOptions): AsyncGenerator<Finding> {
  const sorted = await sortFiles(files);
  if ('text' in sorted) {
    yield sorted;
    return;
  }
  const { day, mine, leaves } = sorted;
  if (mine) yield verifyMine(mine, day?.published ?? null);
  if (leaves !== null) {
    yield day
      ? await verifyLeaves(leaves, day.published)
      : wrong(`${leaves} needs the day beside it: download /api/proof/<day>`);
  }
  if (!day) return;
  if (!mine && leaves === null) yield good(`${day.published.day} has the form of a day's proof`);
  yield* checkOwnership(day.json);
  if (rpc !== null) yield* checkChain(day.json, rpc);
}

const inLmt = (units: bigint | string): string => `${formatAmount('LMT', lmt(BigInt(units)))} LMT`;

const failed = (what: string, { fault, at }: Checked<never> & { ok: false }): Finding =>
  wrong(`${what}: ${fault}, at ${at}`);

/** Without its day, a wallet's proof can be held against nothing but the root that it names. */
function verifyMine(mine: PublishedMine, day: PublishedDay | null): Finding {
  const height = mine.entries[0]?.path.length ?? 0;
  const held = day ?? { ...mine, leaves: 2 ** height };
  const checked = checkMine(HASHING.sha256, mine, { day: held, wallet: null });
  if (!checked.ok) return failed('The wallet’s proof does not hold', checked);
  const { units, entries } = checked.value;
  const shown = `${mine.wallet} was owed ${inLmt(units)} on ${mine.day}: ${entries.length} leaves lead to the root`;
  if (day) return good(`${shown} ${day.root}`);
  return good(`${shown} that the file itself names; put the day beside it to hold it against that`);
}

/** Makes the whole tree again. */
async function verifyLeaves(path: string, day: PublishedDay): Promise<Finding> {
  const check = new LeavesCheck(HASHING.sha256);
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line !== '' && !check.add(line)) break;
  }
  const checked = check.end(day);
  if (!checked.ok) return failed('The leaves do not make the day’s tree', checked);
  return good(
    `all ${checked.value.leaves} leaves make the root ${day.root} and the total ${inLmt(day.totalUnits)}`,
  );
}
