import { describe, expect, test } from 'vitest';

import {
  type Lock,
  type Manifest,
  missingBinaries,
  outOfStep,
  resolvedHosts,
  unpinned,
} from './packages.ts';
import { read } from './sources.ts';

const manifest = JSON.parse(read('package.json').text) as Manifest;
const packages = ['packages/localnet', 'packages/proof'].map((folder) => ({
  folder,
  manifest: JSON.parse(read(`${folder}/package.json`).text) as Manifest,
}));
const lock = JSON.parse(read('package-lock.json').text) as Lock;

test('every version is pinned', () => {
  expect([manifest, ...packages.map((each) => each.manifest)].flatMap(unpinned)).toEqual([]);
});

test('package.json and the lock file agree', () => {
  expect(outOfStep(manifest, lock)).toEqual([]);
  for (const each of packages) expect(outOfStep(each.manifest, lock, each.folder)).toEqual([]);
});

test('the lock file is tied to no registry', () => {
  expect(resolvedHosts(lock)).toEqual([]);
});

test('the lock file holds the binaries of Linux on x64 and arm64', () => {
  expect(missingBinaries(lock)).toEqual([]);
});

describe('the checker of packages', () => {
  test.each(['^1.0.0', '~1.0.0', '1.x', '*', 'latest', '>=1.0.0', '1.0', 'github:a/b'])(
    'finds the version %s',
    (version) => {
      expect(unpinned({ dependencies: { a: version } })).toHaveLength(1);
      expect(unpinned({ devDependencies: { a: version } })).toHaveLength(1);
    },
  );

  test('finds a lock file that is out of step', () => {
    const locked = { packages: { '': { dependencies: { a: '1.0.0' } } } };
    expect(outOfStep({ dependencies: { a: '1.0.0' } }, locked)).toEqual([]);
    expect(outOfStep({ dependencies: { a: '1.0.1' } }, locked)).toHaveLength(1);
    expect(outOfStep({ dependencies: { b: '1.0.0' } }, locked)).toHaveLength(2);
  });

  test('finds a host', () => {
    const resolved = 'https://registry.example/a/-/a-1.0.0.tgz';
    expect(resolvedHosts({ packages: { 'node_modules/a': { resolved } } })).toHaveLength(1);
  });

  test('finds a binary that is missing', () => {
    const optionalDependencies = { '@a/linux-x64-gnu': '1.0.0', '@a/linux-arm64-gnu': '1.0.0' };
    const one = { 'node_modules/a': { optionalDependencies }, 'node_modules/@a/linux-x64-gnu': {} };
    const both = { ...one, 'node_modules/@a/linux-arm64-gnu': {} };
    const unnamed = { 'node_modules/a': {} };
    expect(missingBinaries({ packages: both }, ['a'])).toEqual([]);
    expect(missingBinaries({ packages: one }, ['a'])).toEqual([
      'node_modules/a: @a/linux-arm64-gnu is not in the lock file',
    ]);
    expect(missingBinaries({ packages: unnamed }, ['a'])).toHaveLength(2);
    expect(missingBinaries({ packages: {} }, ['a'])).toHaveLength(1);
  });

  test('looks beside a nested package for its binaries', () => {
    const optionalDependencies = { 'a-linux-x64': '1.0.0', 'a-linux-arm64': '1.0.0' };
    const nested = {
      'node_modules/b/node_modules/a': { optionalDependencies },
      'node_modules/b/node_modules/a-linux-x64': {},
      'node_modules/b/node_modules/a-linux-arm64': {},
    };
    expect(missingBinaries({ packages: nested }, ['a'])).toEqual([]);
  });
});
