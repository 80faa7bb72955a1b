import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { VaultBadge } from './vault-badge.tsx';

test.each([
  ['vesting', ['Vesting']],
  ['ready', ['Ready']],
  ['running', ['Active']],
  ['window', ['Active', 'Restake window']],
  ['completed', ['Completed']],
] as const)('a vault that is %s has the badges %j', (phase, badges) => {
  const drawn = renderToStaticMarkup(<VaultBadge phase={phase} />);
  expect(drawn.split(/<[^>]+>/).filter((text) => text !== '')).toEqual(badges);
});
