import type { ReactNode } from 'react';

import { adminTexts } from './dashboard-texts.ts';

const { confirm: words } = adminTexts;

export interface Change {
  readonly label: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
}

/** Where it does not stand under its column's head, that stands above it. */
const VALUE =
  'py-2 text-right wrap-anywhere max-tight:py-0 max-tight:text-left max-tight:before:block max-tight:before:text-sm ' +
  'max-tight:before:font-[550] max-tight:before:text-faint max-tight:before:content-[attr(data-head)]';

/** What a write will change: each thing as it is, and as it will be; one below the other where text is so large that three columns have no room. */
export function BeforeAfter({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <table className="w-full border-collapse text-[0.8125rem]">
      <thead className="max-tight:sr-only">
        <tr className="text-left text-sm text-faint">
          <th scope="col" className="pr-4 pb-1 font-[550]">
            {words.what}
          </th>
          <th scope="col" className="pr-4 pb-1 text-right font-[550]">
            {words.now}
          </th>
          <th scope="col" className="pb-1 text-right font-[550]">
            {words.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ label, before, after }) => (
          <tr key={label} className="border-t border-line max-tight:grid max-tight:py-2">
            <th scope="row" className="py-2 pr-4 text-left font-normal text-quiet max-tight:py-0">
              {label}
            </th>
            <td data-head={words.now} className={`${VALUE} pr-4 text-quiet`}>
              {before}
            </td>
            <td data-head={words.after} className={`${VALUE} font-[560]`}>
              {after}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
