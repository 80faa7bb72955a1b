import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { afterTest, pick } from './harness.ts';

const BUILD = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));
const MANIFEST = fileURLToPath(new URL('../package.json', import.meta.url));
const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const USE = `import { type RunningLocalnet, startLocalnet } from '@lmt/localnet';
const net: RunningLocalnet = await startLocalnet({ port: 0, slotMs: 200 });
const signature: string = await net.airdrop('11111111111111111111111111111112', 1_000_000_000n);
net.faults.inject({ kind: 'lag', slots: 3 }, { times: 1 });
console.log(signature.length, net.url, net.websocketUrl);
await net.close();
`;

it(
  'packed tarball runs and type-checks without the repository’s sources',
  { timeout: 120_000 },
  async () => {
    // Inside node_modules, so that dependencies resolve.
    mkdirSync(join(MODULES, '.cache'), { recursive: true });
    const folder = mkdtempSync(join(MODULES, '.cache/localnet-packed-'));
    afterTest(() => rmSync(folder, { recursive: true, force: true }));
    const installed = join(folder, 'node_modules/@lmt/localnet');
    const packed = join(installed, 'dist');
    execFileSync(process.execPath, [BUILD, packed]);
    copyFileSync(MANIFEST, join(installed, 'package.json'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'use.ts'), USE);
    const tsc = join(MODULES, 'typescript/bin/tsc');
    const options =
      '--ignoreConfig --strict --target es2022 --module nodenext --types node --outDir .';
    execFileSync(process.execPath, [tsc, 'use.ts', ...options.split(' ')], { cwd: folder });
    const printed = execFileSync(process.execPath, ['use.js'], { cwd: folder, encoding: 'utf8' });
    expect(printed).toMatch(/^8[678] http:\S+ ws:\S+\n$/);

    const child = spawn(process.execPath, [join(packed, 'cli.js'), '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    afterTest(() => child.kill('SIGKILL'));
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const body = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';
    const answer = await fetch(/http:\S+/.exec(line)![0], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(pick(await answer.json(), 'result')).toBe('ok');
  },
);
