import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ruleset, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { generate } from 'openapi-typescript-codegen';
import { beforeAll, expect, test } from 'vitest';
import { World } from '#test/world';

const run = promisify(execFile);
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

const world = World.forTests();
let text: string;
beforeAll(async () => {
  text = (await world.node.app.inject({ url: '/api/docs', headers: { host: '127.0.0.1:5173' } }))
    .payload;
});

test('Redocly reports nothing for the API document', async () => {
  // Path names are fixed: `user` and `restake` cannot collide with ids, which are UUIDs.
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-ambiguous-paths': 'off' },
  });
  const found = await lintFromString({ source: text, config });
  expect(
    found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([]);
});

test('Spectral reports nothing for the API document', async () => {
  const spectral = new Spectral();
  spectral.setRuleset(new Ruleset({ extends: [[oas, 'recommended']] }));
  const found = await spectral.run(JSON.parse(text));
  expect(found.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
});

test('every call documents who may make it', () => {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, object>> };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations.length).toBeGreaterThan(70);
  expect(operations.filter((operation) => !('security' in operation))).toEqual([]);
});

test('a client generated from the API document has sound types', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lmt-client-'));
  try {
    await generate({
      input: JSON.parse(text) as Record<string, unknown>,
      output: path.join(folder, 'client'),
      httpClient: 'fetch',
    });
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'es2022',
      types: [],
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom'],
    };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const { stdout } = await run(process.execPath, [TSC, '-p', folder]);
    expect(stdout).toBe('');
    const { length } = await readdir(path.join(folder, 'client/models'));
    expect(length).toBeGreaterThan(50);
  } finally {
    await rm(folder, { recursive: true });
  }
});
