import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { DateField } from './date-field.tsx';

test.each([
  ['an example stands where a date can be typed', false, /placeholder="7 Dec 2026, 19:52"/],
  ['none stands where there is no date and none can be typed', true, /^(?!.*7 Dec 2026)/],
])('%s', (_, disabled, shown) => {
  const field = { label: 'Vault start', kind: 'time', value: '', onChange: () => {} } as const;
  expect(renderToStaticMarkup(<DateField {...field} disabled={disabled} />)).toMatch(shown);
});
