import path from 'node:path';

import type { Source } from './sources.ts';

const STATE =
  /^\*\*State\.\*\* Accepted on (\d{4}-\d{2}-\d{2})(?:, superseded by \[(\d{4})\]\((\d{4}-[\w-]+\.md)\))?\.$/m;

interface Decision {
  readonly file: string;
  readonly number: string;
  readonly title: string;
  /** When it was accepted; null where the page does not say. */
  readonly date: string | null;
  /** The file name of the decision that took its place. */
  readonly successor: string | null;
}

function decisionOf({ path: page, text }: Source): Decision {
  const file = path.posix.basename(page);
  const [, date = null, , successor = null] = STATE.exec(text) ?? [];
  const [, title = ''] = /^# \d+\. (.+)\n/.exec(text) ?? [];
  return { file, number: file.slice(0, 4), title, date, successor };
}

const rowOf = ({ file, number, title, date, successor }: Decision): string => {
  const state = successor === null ? 'accepted' : `superseded by ${successor.slice(0, 4)}`;
  return `| [${number}](${file}) | ${title} | ${state} | ${date} |`;
};

/** Pages without number, state, date or a part, and rows of the index that differ from the pages. */
export function faultyDecisions(pages: readonly Source[], index: string): string[] {
  const decisions = pages.map(decisionOf);
  const files = new Set(decisions.map(({ file }) => file));
  const faults = pages.flatMap((page, at) => {
    const { file, number, title, date, successor } = decisions[at] as Decision;
    return [
      ...(Number(number) === at + 1 ? [] : [`${file}: expected the number ${at + 1}`]),
      ...(page.text.startsWith(`# ${at + 1}. `) && title !== '' ? [] : [`${file} has no title`]),
      ...(date === null ? [`${file} says no state and date`] : []),
      ...(successor === null || files.has(successor) ? [] : [`${file}: ${successor} is not there`]),
      ...['Context', 'Decision', 'Consequence']
        .filter((part) => !page.text.includes(`\n**${part}.** `))
        .map((part) => `${file} has no ${part}`),
    ];
  });
  const listed = index.split('\n').filter((line) => line.startsWith('| ['));
  const rows = decisions.map(rowOf);
  return [
    ...faults,
    ...rows.filter((row) => !listed.includes(row)).map((row) => `missing in the index: ${row}`),
    ...listed.filter((row) => !rows.includes(row)).map((row) => `wrong in the index: ${row}`),
  ];
}
