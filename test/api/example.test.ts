import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { World } from '#test/world';

const run = promisify(execFile);
const EXAMPLE = fileURLToPath(new URL('../../docs/examples/bond-and-stake.mjs', import.meta.url));

const world = World.forTests();

test('the example of docs/API.md signs in, bonds, claims and stakes as written', async () => {
  const address = await world.node.app.listen({ host: '127.0.0.1', port: 0 });
  const { stdout } = await run(process.execPath, [EXAMPLE, address]);
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^signed in as \w{32,44}$/),
    'bonded 4.935000000 SOL for 1.00000000 LMT, confirmed',
    'claimed 1.00000000 LMT',
    expect.stringMatching(/^staked 0\.50000000 LMT, vesting until \d{4}-/),
    '',
  ]);
});
