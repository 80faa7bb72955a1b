import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { callNode } from '../checks/call-node.ts';
import { type Step, type StepResult, verify } from '../checks/verify.ts';
import { readDay, readMine } from '../files/published.ts';
import { stepTexts } from '../texts.ts';

export interface VerifyOptions {
  readonly files: readonly string[];
  /** URL of the reader's node; null if the chain is not checked. */
  readonly rpc: string | null;
  /** Address of the treasury as the reader knows it; null to believe the file. */
  readonly treasury: string | null;
}

/** One line of the command's output. */
export interface Finding {
  readonly level: 'ok' | 'WARN' | 'FAIL';
  readonly text: string;
}

interface Files {
  day: unknown;
  mine: unknown;
  leaves: string | null;
}

/** Sorts files by their content: JSON is a day or a wallet's proof, anything else is taken for leaves. */
async function sortFiles(paths: readonly string[]): Promise<Files> {
  const found: Files = { day: undefined, mine: undefined, leaves: null };
  for (const path of paths) {
    const json = await readJson(path);
    if (json === null) found.leaves = path;
    else if (readMine(json)) found.mine = json;
    else if (readDay(json)) found.day = json;
    else throw new Error(`${path} is neither a day nor a wallet's proof`);
  }
  return found;
}

const JSON_BYTES_MAX = 1_000_000;

/** Returns the file's JSON; null if it holds none. */
async function readJson(path: string): Promise<unknown> {
  const { size } = await stat(path);
  if (size > JSON_BYTES_MAX) return null;
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch {
    return null;
  }
}

/** Checks downloaded files against each other, and against the chain if a node is given. */
export async function verifyFiles({ files, rpc, treasury }: VerifyOptions): Promise<Finding[]> {
  const { day, mine, leaves } = await sortFiles(files);
  const results = new Map<Step, StepResult>();
  const given = {
    day,
    mine,
    leaves: leaves === null ? null : (Readable.toWeb(createReadStream(leaves)) as ReadableStream),
    call: rpc === null ? null : callNode(rpc),
    treasury,
  };
  await verify(given, (result) => results.set(result.step, result));
  const asked = [...results.values()].filter(({ isSkipped }) => !isSkipped);
  if (asked.length === 0) return [{ level: 'WARN', text: stepTexts.files.formOnly }];
  return asked.map(findingOf);
}

function findingOf({ step, outcome, lines }: StepResult): Finding {
  const { state, message, where, fault } = outcome;
  // With a node given, a root that is not on the chain and a chain that does not respond are failures.
  const isFailure = state === 'wrong' || (state === 'open' && step === 'anchor');
  const place = where === undefined ? '' : ` ${stepTexts.where(where)}`;
  const name = fault === undefined ? '' : ` (${fault})`;
  const text = [`${stepTexts[step].title}: ${message}${name}${place}`, ...lines].join('\n      ');
  return { level: isFailure ? 'FAIL' : state === 'holds' ? 'ok' : 'WARN', text };
}
