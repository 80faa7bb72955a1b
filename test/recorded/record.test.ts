import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openLocalnet } from '#localnet/localnet';
import { serveLocalnet } from '#localnet/serve';
import { type Recorded, replay } from './recorded.ts';

test('npm run record stores a provider’s responses as they are replayed, without its identity', async () => {
  const net = await openLocalnet({ dir: null, now: () => Date.now() });
  const server = await serveLocalnet(net);
  const folder = mkdtempSync(join(tmpdir(), 'lmt-record-'));
  const file = join(folder, 'answers.json');
  try {
    await promisify(execFile)(process.execPath, ['scripts/record.mjs', server.url, file]);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(new URL(server.url).host);
    const answers = JSON.parse(text) as Recorded[];
    const named = (name: string): Recorded => answers.find((each) => each.name === name)!;
    const answer = replay(named('health'), '{"id":7}');
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { jsonrpc: '2.0', id: 7, result: 'ok' },
    ]);
    for (const [name, code] of [
      ['no such method', -32601],
      ['invalid parameters', -32602],
      ['slot not reached', -32016],
    ] as const) {
      expect(named(name).json, name).toMatchObject({ error: { code } });
    }
  } finally {
    await net.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
