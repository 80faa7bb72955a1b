import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { PATHS } from '#contract/base/paths';
import { REMINDER_PATHS } from '#contract/reminders/reminder-paths';
import { ELSEWHERE, RUNS } from '#test/operations/commands';
import {
  deadAnchors,
  deadCalls,
  deadCommands,
  deadPaths,
  faultyMap,
  foreignLines,
  misnumbered,
  oddWebLinks,
  unrunCommands,
  untoldMigrations,
} from './pages.ts';
import { filesUnder, madeUp, read, ROOT } from './sources.ts';

/** Not text, or made by a command and ignored by git. */
const UNREAD = /\.(png|jpg|ico|woff2?|so|wasm|gz|br|log|tsbuildinfo)$|^bench\/results\.json$/;
const all = filesUnder('').filter((file) => !UNREAD.test(file));

test('pages speak only of files that exist', () => {
  const pages = all.filter((file) => file.endsWith('.md')).map(read);
  expect(deadPaths(pages, (file) => existsSync(path.join(ROOT, file)))).toEqual([]);
});

test('the map shows every room, and no other', () => {
  const rooms = filesUnder('src').flatMap((file) => {
    const [, room] = /^(src\/(?:server|web)\/[^/]+\/)/.exec(file) ?? [];
    return room === undefined ? [] : [room];
  });
  const page = read('docs/ARCHITECTURE.md');
  const exists = (file: string) => existsSync(path.join(ROOT, file));
  expect(faultyMap(page, [...new Set(rooms)], exists)).toEqual([]);
});

test('pages link to headings, and name commands, that exist', () => {
  const pages = all.filter((file) => file.endsWith('.md')).map(read);
  expect(deadAnchors(pages)).toEqual([]);
  const { scripts } = JSON.parse(read('package.json').text) as { scripts: object };
  expect(deadCommands(pages, new Set(Object.keys(scripts)))).toEqual([]);
});

test('every command and call that pages name is run by a test or there', () => {
  const pages = all.filter((file) => /^(README|CONTRIBUTING|SECURITY|docs\/.*)\.md$/.test(file));
  const texts = pages.map(read);
  const elsewhere = Object.entries(ELSEWHERE).filter(([, [file, says]]) =>
    read(file).text.includes(says),
  );
  const run = new Set([...Object.keys(RUNS), ...elsewhere.map(([name]) => name)]);
  expect(unrunCommands(texts, run)).toEqual([]);
  expect(
    deadCalls(texts, [...Object.values({ ...PATHS, ...REMINDER_PATHS }), '/api/docs']),
  ).toEqual([]);
  expect(oddWebLinks(texts)).toEqual([]);
});

test('the README shows the app in the reader’s theme, in pictures that load at once', () => {
  const { text } = read('README.md');
  for (const theme of ['dark', 'light']) {
    const file = `docs/pictures/dashboard-${theme}.png`;
    expect(text).toContain(`="${file}"`);
    const picture = readFileSync(path.join(ROOT, file));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1280, 800]);
    expect(picture.length).toBeLessThan(250_000);
  }
});

test('no file names a machine or a registry', () => {
  expect(foreignLines(all.map(read))).toEqual([]);
});

test('migrations are numbered without gaps', () => {
  expect(misnumbered(filesUnder('migrations').filter((file) => file.endsWith('.sql')))).toEqual([]);
});

test('operators are told what waits for each migration', () => {
  const migrations = filesUnder('migrations').filter((file) => file.endsWith('.sql'));
  expect(untoldMigrations(read('docs/OPERATIONS.md'), migrations)).toEqual([]);
});

describe('the checkers of pages', () => {
  test.each([
    '[map](docs/GONE.md)',
    '[map](./docs/GONE.md#arrows "title")',
    '![](docs/gone.png)',
    '<img src="docs/gone.png" alt="">',
    '<source media="(prefers-color-scheme: dark)" srcset="docs/gone.png">',
    'see `src/domain/gone.ts`',
    'see `store/gone.ts`',
    'first jobs/gone.ts, then the rest',
    'see `test/gone/`',
  ])('find a dead path in: %s', (text) => {
    expect(deadPaths([madeUp('README.md', text)], () => false)).toHaveLength(1);
  });

  test('find a heading and a command that are not there', () => {
    const page = madeUp(
      'docs/A.md',
      '# One: two\n[a](#one-two) [b](#three) `npm run gone` `npm run seed`',
    );
    expect(deadAnchors([page])).toEqual([expect.stringContaining('docs/A.md#three')]);
    expect(deadCommands([page], new Set(['seed']))).toEqual([expect.stringContaining('gone')]);
  });

  test('find a command that no test runs, a call that is not there, and an odd link', () => {
    const page = madeUp(
      'docs/A.md',
      '`npm run seed`, `npm start`, `GET /api/status`, `/api/proof/2026-01-31/me`, <https://a.org/>',
    );
    expect(unrunCommands([page], new Set(['seed']))).toEqual([expect.stringContaining('start')]);
    const known = ['/api/status', '/api/proof/{day}/me'];
    expect(deadCalls([page], known)).toEqual([]);
    expect(deadCalls([page], ['/api/status'])).toHaveLength(1);
    expect(oddWebLinks([page])).toEqual([]);
    expect(oddWebLinks([madeUp('a.md', '[a](http://a.org)')])).toHaveLength(1);
  });

  test('find a room that a map lacks, and one that is not there', () => {
    const map = madeUp('A.md', '```\nsrc/server/\n    app.ts jobs/   timed work\n    gone/\n```');
    const there = new Set(['src/server/', 'src/server/app.ts', 'src/server/jobs/']);
    expect(faultyMap(map, ['src/server/jobs/', 'src/server/store/'], (f) => there.has(f))).toEqual([
      'A.md maps src/server/gone/, which is not there',
      'A.md maps no src/server/store/',
    ]);
  });

  test('know a path that begins in its page’s room', () => {
    const pages = [
      madeUp('docs/A.md', '`jobs/a.ts`'),
      madeUp('packages/p/README.md', '`rpc/b.ts`'),
    ];
    const there = new Set(['src/server/jobs/a.ts', 'packages/p/src/rpc/b.ts']);
    expect(deadPaths(pages, (file) => there.has(file))).toEqual([]);
  });

  test('resolve a link from the page it is on', () => {
    const page = madeUp('docs/decisions/0001.md', '[map](../ARCHITECTURE.md)');
    expect(deadPaths([page], (file) => file === 'docs/ARCHITECTURE.md')).toEqual([]);
  });

  test.each([
    '[web](https://example.org/a)',
    '[here](#heading)',
    '`npm start`',
    '`src/web/features/<name>`',
    '`bench/results.json`',
  ])('leave alone: %s', (text) => {
    expect(deadPaths([madeUp('README.md', text)], () => false)).toEqual([]);
  });

  test.each([
    ['', 'work', 'main'],
    ['', 'home', 'ann', 'lmt'],
    ['', 'root', '.npmrc'],
    ['', 'Users', 'ann'],
  ])('find a path of one machine: %s/%s/%s', (...parts) => {
    expect(foreignLines([madeUp('a.md', `see ${parts.join('/')}`)])).toHaveLength(1);
  });

  test('find a registry', () => {
    expect(
      foreignLines([
        madeUp('.npmrc', `registry=https://${['registry', 'npmjs', 'org'].join('.')}/`),
      ]),
    ).toHaveLength(1);
  });

  test.each(['src/home/page', './home/a', 'https://example.org/home/a', '/usr/bin/chromium'])(
    'allow %s',
    (text) => {
      expect(foreignLines([madeUp('a.md', text)])).toEqual([]);
    },
  );

  test('find a migration that operators are not told of', () => {
    const page = madeUp('docs/A.md', '| migration | waits |\n|---|---|\n| 0028, 0030 | nothing |');
    const files = ['0027-a', '0028-b', '0029-c', '0030-d'].map((name) => `migrations/${name}.sql`);
    expect(untoldMigrations(page, files)).toEqual(['0029']);
  });

  test('find gaps, doubles and odd names', () => {
    expect(misnumbered(['migrations/0001_a.sql', 'migrations/0002_b.sql'])).toEqual([]);
    expect(misnumbered(['migrations/0001_a.sql', 'migrations/0003_b.sql'])).toHaveLength(1);
    expect(misnumbered(['migrations/0001_a.sql', 'migrations/0001_b.sql'])).toHaveLength(1);
    expect(misnumbered(['migrations/1.sql'])).toHaveLength(1);
  });
});
