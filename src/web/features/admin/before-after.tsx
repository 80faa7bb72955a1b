import type { ReactNode } from 'react';

import { adminTexts } from '../../texts/admin.ts';

const { confirm: words } = adminTexts;

export interface Change {
  readonly label: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
}

/** What a write will change: each thing as it is, and as it will be. */
export function BeforeAfter({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <table className="w-full border-collapse text-[0.8125rem]">
      <thead>
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
          <tr key={label} className="border-t border-line">
            <th scope="row" className="py-2 pr-4 text-left font-normal text-quiet">
              {label}
            </th>
            <td className="py-2 pr-4 text-right text-quiet">{before}</td>
            <td className="py-2 text-right font-[560]">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
