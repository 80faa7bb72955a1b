import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { TransactionLink } from './transaction-link.tsx';

test('a transaction can be copied, and looked up where there is an explorer', () => {
  const link = (explorer: string | null) =>
    renderToStaticMarkup(<TransactionLink signature="5ig9abc1" explorer={explorer} />);
  expect(link(null)).toContain('Copy');
  expect(link(null)).not.toContain('Explorer');
  expect(link('https://explorer.example/tx/{signature}')).toMatch(
    /href="https:\/\/explorer\.example\/tx\/5ig9abc1".*Explorer/,
  );
});
