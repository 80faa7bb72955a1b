import path from 'node:path';

import { isTest, type Source } from '../structure/sources.ts';

/** A sentence of a spec, the test that shows it, and words that stand in that test. */
export interface Requirement {
  readonly at: string;
  readonly says: string;
  /** The short name of a test in tests.txt. */
  readonly by: string;
  readonly words: string;
  /** Why the product does something else ('ruling: …'), or not yet ('open: …'); '' where it does what the spec says. */
  readonly ruling: string;
}

/** The file and title of each short name. */
export type Names = ReadonlyMap<string, { readonly file: string; readonly title: string }>;

const linesOf = ({ text }: Source): string[] => text.split('\n');
const isLine = (line: string): boolean => line.trim() !== '' && !line.startsWith('#');

/** 'name: file › title' lines. */
export function namesIn(source: Source): Names {
  return new Map(
    linesOf(source)
      .filter(isLine)
      .map((line) => {
        const [, name = '', file = '', title = ''] = /^(\S+): (\S+) › (.+)$/.exec(line) ?? [];
        return [name, { file, title }];
      }),
  );
}

/** 'sentence | test | words' lines, with '| ruling: why' where the product differs, or '| open: why'. */
export function requirementsIn(source: Source): Requirement[] {
  return linesOf(source).flatMap((line, i) => {
    if (!isLine(line)) return [];
    const [says = '', by = '', words = '', ruling = ''] = line.split(' | ');
    return [{ at: `${source.path}:${i + 1}`, says, by, words, ruling }];
  });
}

/** What a test is made of: its file, and the files beside it that it imports. */
function madeOf(file: string, read: (file: string) => Source | null): string {
  const own = read(file)?.text ?? '';
  const imported = [...own.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) =>
    path.posix.join(path.posix.dirname(file), from),
  );
  return [own, ...imported.map((each) => read(each)?.text ?? '')].join('\n');
}

/** The title as a source may write it, after the bracket of `test(`, `it(` or a table's. */
function isTitled(text: string, title: string): boolean {
  return [`'${title}'`, `"${title}"`, `\`${title}\``, `'${title.replaceAll("'", String.raw`\'`)}'`]
    .flatMap((written) => [`(${written}`, `(\n    ${written}`, `(\n  ${written}`])
    .some((written) => text.includes(written));
}

/** Requirements that name no test, one that is not there, or words that it does not have. */
export function unshown(
  requirements: readonly Requirement[],
  names: Names,
  read: (file: string) => Source | null,
): string[] {
  return requirements.flatMap(({ at, says, by, words, ruling }) => {
    if (ruling.startsWith('open: ')) return [];
    const test = names.get(by);
    if (!test) return [`${at}: no test shows '${says}'`];
    if (words === '') return [`${at}: no words are named for '${says}'`];
    if (ruling !== '' && !ruling.startsWith('ruling: ')) return [`${at}: '${ruling}' is no ruling`];
    return madeOf(test.file, read).includes(words)
      ? []
      : [`${at}: ${test.file} does not have '${words}', which is to show '${says}'`];
  });
}

/** Short names that lead to no test, or that no requirement uses. */
export function lostNames(
  requirements: readonly Requirement[],
  names: Names,
  read: (file: string) => Source | null,
): string[] {
  const used = new Set(requirements.map(({ by }) => by));
  return [...names].flatMap(([name, { file, title }]) => {
    if (!used.has(name)) return [`${name} is used by no requirement`];
    const source = isTest(file) ? read(file) : null;
    if (!source) return [`${name}: there is no test file ${file}`];
    return isTitled(source.text, title) ? [] : [`${name}: ${file} has no test '${title}'`];
  });
}
