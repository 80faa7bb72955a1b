import { afterEach, describe, expect, test } from 'vitest';
import { type GenesisFinding, beginStartCheck } from './start-check.ts';

const SILENT: GenesisFinding = { kind: 'silent', reason: 'time-out' };
const WRONG: GenesisFinding = { kind: 'wrong', problem: 'SOLANA_RPC_URL does not serve devnet' };
const RIGHT: GenesisFinding = { kind: 'right' };
const UNREACHABLE =
  'SOLANA_RPC_URL: no provider answers (time-out): nothing is credited or paid until one does and serves the right chain';

let closing = new AbortController();
afterEach(() => {
  closing.abort();
  closing = new AbortController();
});

/** Starts with one finding per check; the last one repeats. */
function started(...findings: (GenesisFinding | Error)[]) {
  const warnings: string[] = [];
  let passedLate = (): void => {};
  const latePass = new Promise<void>((done) => {
    passedLate = done;
  });
  const check = async (): Promise<GenesisFinding> => {
    const found = (findings.length > 1 ? findings.shift() : findings[0]) ?? RIGHT;
    if (found instanceof Error) throw found;
    return found;
  };
  const begun = beginStartCheck({
    check,
    onLatePass: async () => passedLate(),
    warn: (message) => void warnings.push(message),
    signal: closing.signal,
    everyMs: 1,
  });
  return { begun, latePass, warnings };
}

describe('the start check', () => {
  test('passes immediately on the right chain', async () => {
    const { begun, warnings } = started(RIGHT);
    expect((await begun).hasPassed()).toBe(true);
    expect(warnings).toEqual([]);
  });

  test('refuses the start on a wrong chain', async () => {
    await expect(started(WRONG).begun).rejects.toThrow('SOLANA_RPC_URL does not serve devnet');
  });

  test('refuses the start if the database is down', async () => {
    await expect(started(new Error('gone')).begun).rejects.toThrow('gone');
  });

  test('passes later if no provider responds at first, even after a database outage', async () => {
    const { begun, latePass, warnings } = started(SILENT, new Error('gone'), SILENT, RIGHT);
    const check = await begun;
    expect(check.hasPassed()).toBe(false);
    await latePass;
    expect(check.hasPassed()).toBe(true);
    expect(warnings).toEqual([UNREACHABLE]);
  });

  test('reports a wrong chain once if it is found later, and passes after it is corrected', async () => {
    const { begun, latePass, warnings } = started(SILENT, WRONG, WRONG, RIGHT);
    expect((await begun).hasPassed()).toBe(false);
    await latePass;
    expect(warnings).toEqual([UNREACHABLE, 'SOLANA_RPC_URL does not serve devnet']);
  });
});
