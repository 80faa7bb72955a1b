import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { auditTexts } from '../../../audit/audit-texts.ts';
import { sellTexts } from '../../../sells/sell-texts.ts';
import { DataCard } from './data-card.tsx';
import type { Read } from './read.ts';

function drawn(read: Read<string>, says: typeof auditTexts | typeof sellTexts, isShown = false) {
  return renderToStaticMarkup(
    <DataCard title="Title" says={says} read={read} isLoadingShown={isShown} skeleton={{ rows: 1 }}>
      {(data) => <p>{data}</p>}
    </DataCard>,
  );
}

test('what is said while it loads can be seen where the specs want it', () => {
  const hidden = drawn({ state: 'loading' }, sellTexts);
  expect(hidden).toMatch(/class="sr-only">Loading account data\.\.\./);
  for (const says of [auditTexts, sellTexts]) {
    const shown = drawn({ state: 'loading' }, says, true);
    expect(shown).toContain(says.loading);
    expect(shown).not.toContain('sr-only');
  }
});

test('the audit that could not be loaded offers Retry, other cards another try', () => {
  const fault = { message: 'Not now', requestId: null };
  const read: Read<string> = { state: 'error', fault, refresh: { running: false, start() {} } };
  expect(drawn(read, auditTexts)).toMatch(/Failed to load audit report.*>Retry</);
  expect(drawn(read, sellTexts)).toContain('>Try again<');
});
