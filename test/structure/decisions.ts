import path from 'node:path';

import type { Source } from './sources.ts';

const LINK = String.raw`\[\d{4}\]\(\d{4}-[\w-]+\.md\)`;
const STATE = new RegExp(
  String.raw`^\*\*State\.\*\* Accepted on (\d{4}-\d{2}-\d{2})(?:, superseded( in part)? by (${LINK}(?: and ${LINK})*))?\.$`,
  'm',
);

interface Decision {
  readonly file: string;
  readonly number: string;
  readonly title: string;
  /** When it was accepted; null where the page does not say. */
  readonly date: string | null;
  /** The file names of the decisions that took its place, or that of a part. */
  readonly successors: readonly string[];
  readonly isPartly: boolean;
}

function decisionOf({ path: page, text }: Source): Decision {
  const file = path.posix.basename(page);
  const [, date = null, partly, links = ''] = STATE.exec(text) ?? [];
  const successors = [...links.matchAll(/\((.+?)\)/g)].map(([, link = '']) => link);
  const [, title = ''] = /^# \d+\. (.+)\n/.exec(text) ?? [];
  return {
    file,
    number: file.slice(0, 4),
    title,
    date,
    successors,
    isPartly: partly !== undefined,
  };
}

const rowOf = ({ file, number, title, date, successors, isPartly }: Decision): string => {
  const numbers = successors.map((successor) => successor.slice(0, 4)).join(' and ');
  const superseded = `superseded${isPartly ? ' in part' : ''} by ${numbers}`;
  const state = successors.length === 0 ? 'accepted' : superseded;
  return `| [${number}](${file}) | ${title} | ${state} | ${date} |`;
};

/** Pages without number, state, date or a part, and rows of the index that differ from the pages. */
export function faultyDecisions(pages: readonly Source[], index: string): string[] {
  const decisions = pages.map(decisionOf);
  const files = new Set(decisions.map(({ file }) => file));
  const faults = pages.flatMap((page, at) => {
    const { file, number, title, date, successors } = decisions[at] as Decision;
    return [
      ...(Number(number) === at + 1 ? [] : [`${file}: expected the number ${at + 1}`]),
      ...(page.text.startsWith(`# ${at + 1}. `) && title !== '' ? [] : [`${file} has no title`]),
      ...(date === null ? [`${file} says no state and date`] : []),
      ...successors
        .filter((successor) => !files.has(successor))
        .map((successor) => `${file}: ${successor} is not there`),
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
