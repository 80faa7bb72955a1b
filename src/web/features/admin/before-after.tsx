import type { ReactNode } from 'react';

import { adminTexts } from '../../texts/admin.ts';

const { confirm: words } = adminTexts;

export interface Change {
  readonly label: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
}

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
            <td className="py-2 pr-4 text-right text-quiet max-tight:py-0 max-tight:text-left">
              <Head>{words.now}</Head>
              {before}
            </td>
            <td className="py-2 text-right font-[560] max-tight:py-0 max-tight:text-left">
              <Head>{words.after}</Head>
              {after}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Above a value that no longer stands under its column's head. */
function Head({ children }: { readonly children: string }) {
  return (
    <span aria-hidden className="block text-sm font-[550] text-faint tight:hidden">
      {children}
    </span>
  );
}
