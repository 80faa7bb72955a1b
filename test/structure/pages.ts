import path from 'node:path';

import type { Source } from './sources.ts';

/** Made by the commands, so that they need not exist in a checkout. */
const MADE = /^(dist|node_modules|\.data|bench\/results\.json)(\/|$)/;

/** Links of a page to files, and its pictures, without those to the web, to mail and to its own headings. */
function linksOf({ path: page, text }: Source): string[] {
  const targets = [
    ...text.matchAll(/\]\(<?([^)>\s]+)>?(?:\s+"[^"]*")?\)/g),
    ...text.matchAll(/<(?:img|source|a) [^>]*?\b(?:src|srcset|href)="([^"\s]+)"/g),
  ].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^(\w+:|#)/.test(target))
    .map((target) => target.replace(/#.*$/, ''))
    .map((target) =>
      path.posix.join(target.startsWith('/') ? '' : path.posix.dirname(page), target),
    );
}

const SOURCE_FILE = /(?<![\w./<>@:-])(?:[\w-]+\/)+[\w.-]*\.(?:tsx?|mjs|sql|ya?ml|html)\b/g;
const MARKED_FOLDER = /`((?:[\w-]+\/)+[\w-]*)`/g;

/** Source files that a page names anywhere, and folders that it names in code marks. */
function namedIn({ text }: Source): string[] {
  const prose = text.replaceAll(/\]\([^)]*\)|https?:\S+/g, '');
  const files = [...prose.matchAll(SOURCE_FILE)].map(([file]) => file);
  const folders = [...prose.matchAll(MARKED_FOLDER)].map(([, folder = '']) => folder);
  return [...files, ...folders];
}

/** Where a named path may begin: pages leave out the room that they speak of. */
function beginningsFor(page: string): string[] {
  const [own] = /^packages\/[^/]+\//.exec(page) ?? [];
  return own
    ? ['', own, `${own}src/`]
    : ['', 'src/', 'src/server/', 'src/web/', `${path.posix.dirname(page)}/`];
}

/** Files that pages speak of and that do not exist. */
export function deadPaths(pages: readonly Source[], exists: (file: string) => boolean): string[] {
  return pages.flatMap((page) => {
    const beginnings = beginningsFor(page.path);
    const isDead = (file: string) => !beginnings.some((beginning) => exists(beginning + file));
    const links = linksOf(page).filter((target) => !exists(target));
    return [...links, ...namedIn(page).filter(isDead)]
      .filter((target) => !MADE.test(target))
      .map((target) => `${page.path} speaks of ${target}, which does not exist`);
  });
}

/** What the map of a page lacks of the folders given, and what it has and is not there. */
export function faultyMap(
  { path: page, text }: Source,
  folders: readonly string[],
  exists: (file: string) => boolean,
): string[] {
  const [, map = ''] = /```\n([\s\S]*?)```/.exec(text) ?? [];
  let room = '';
  const listed = map.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] =
      /^( {4})?((?:[\w.<>-]+\/?[\w.<>/-]* ?)+)(?: |$)/.exec(line) ?? [];
    const entries = names.split(' ').filter((name) => name !== '');
    if (indent === '' && entries.length > 0) room = entries[0] ?? '';
    return entries.map((name) => (indent === '' ? name : room + name).replace('<subject>/', ''));
  });
  const known = new Set(listed);
  return [
    ...listed
      .filter((name) => !exists(name))
      .map((name) => `${page} maps ${name}, which is not there`),
    ...folders.filter((name) => !known.has(name)).map((name) => `${page} maps no ${name}`),
  ];
}

/** A heading's name in links, as forges make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Links to a heading that its page does not have. */
export function deadAnchors(pages: readonly Source[]): string[] {
  const headings = new Map(
    pages.map(({ path: page, text }) => [
      page,
      new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))),
    ]),
  );
  return pages.flatMap(({ path: page, text }) =>
    [...text.matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)].flatMap(([, file = '', anchor = '']) => {
      const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
      const known = headings.get(target)?.has(anchor) ?? false;
      return known ? [] : [`${page} links to ${target}#${anchor}, which does not exist`];
    }),
  );
}

/** `npm run` commands that pages name and package.json does not have. */
export function deadCommands(pages: readonly Source[], scripts: ReadonlySet<string>): string[] {
  return pages.flatMap(({ path: page, text }) =>
    [...text.matchAll(/npm run ([a-z][a-z:-]*)/g)].flatMap(([, name = '']) =>
      scripts.has(name) ? [] : [`${page} names npm run ${name}, which does not exist`],
    ),
  );
}

/** Commands that pages name and no test runs. */
export function unrunCommands(pages: readonly Source[], run: ReadonlySet<string>): string[] {
  return pages.flatMap(({ path: page, text }) =>
    [...text.matchAll(/npm (?:run )?(start|test|(?<=run )[a-z][a-z:-]*)/g)].flatMap(
      ([, name = '']) =>
        run.has(name) ? [] : [`${page} names npm run ${name}, which no test runs`],
    ),
  );
}

/** Addresses of the API, or beginnings of several, that pages name and the server does not have. */
export function deadCalls(pages: readonly Source[], known: readonly string[]): string[] {
  const patterns = known.map(
    (path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  );
  return pages.flatMap(({ path: page, text }) =>
    [...text.matchAll(/(?<![\w/])\/api\/[\w/{}.-]*[\w}]/g)].flatMap(([call]) =>
      patterns.some((pattern) => pattern.test(call)) ||
      known.some((path) => path.startsWith(`${call}/`))
        ? []
        : [`${page} names ${call}, which the server does not have`],
    ),
  );
}

/** Links to the web that are none, or that are not encrypted. */
export function oddWebLinks(pages: readonly Source[]): string[] {
  return pages.flatMap(({ path: page, text }) =>
    [...text.matchAll(/(?:\]\(|<)(https?:[^)>\s]*)[)>]/g)].flatMap(([, link = '']) =>
      URL.canParse(link) && link.startsWith('https://') ? [] : [`${page} links to ${link}`],
    ),
  );
}

// Put together here, so that this file does not find itself.
const FOREIGN: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    'a path of one machine',
    new RegExp(`(?<![\\w.~-])/(${['work', 'home', 'root', 'Users'].join('|')})/[\\w.-]+`),
  ],
  ['a path of one machine', /[A-Z]:\\Users\\/],
  [
    'a package registry',
    new RegExp(
      ['registry\\.npm', 'npmmirror', 'verdacc', 'artifact']
        .map((word) => `${word}(js|io|ory|\\.)`)
        .join('|'),
      'i',
    ),
  ],
];

/** Lines that are true on one machine or at one registry only. */
export function foreignLines(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path: file, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        FOREIGN.filter(([, pattern]) => pattern.test(line)).map(
          ([what]) => `${file}:${index + 1} names ${what}: ${line.trim().slice(0, 80)}`,
        ),
      ),
  );
}

/** Faults of the numbering 0001_name.sql, 0002_name.sql, …: gaps, doubles and odd names. */
export function misnumbered(migrations: readonly string[]): string[] {
  return migrations.flatMap((file, index) => {
    const expected = String(index + 1).padStart(4, '0');
    const [, number] = /^(\d{4})[_-][a-z0-9_-]+\.sql$/.exec(path.posix.basename(file)) ?? [];
    return number === expected ? [] : [`${file}: expected ${expected}_<name>.sql`];
  });
}

/** The newest migration of the server in test/upgrade/servers, which upgrades start from. */
const LAST_RELEASED = 27;

/** Migrations of which a page does not say, in the first column of a table, what waits for them. */
export function untoldMigrations({ text }: Source, migrations: readonly string[]): string[] {
  const rows = [...text.matchAll(/^\| (\d{4}(?:, \d{4})*) \|/gm)];
  const told = new Set(rows.flatMap(([, numbers = '']) => numbers.split(', ')));
  return migrations
    .map((file) => path.posix.basename(file).slice(0, 4))
    .filter((number) => Number(number) > LAST_RELEASED && !told.has(number));
}
