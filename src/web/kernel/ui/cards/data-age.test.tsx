import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#domain/base/time';

import { DataAge } from './data-age.tsx';
import type { Age } from './read.ts';

function drawn(age: Partial<Age>, running: boolean): string {
  const old = { readAt: Date.now() - MINUTE_MS, overdueMs: MINUTE_MS / 2, failed: false };
  return renderToStaticMarkup(
    <DataAge age={{ ...old, ...age }} refresh={{ running, start() {} }} />,
  );
}

test('data that are being read again have an age, and no warning', () => {
  expect(drawn({}, true)).toBe('<span>1 min ago</span>');
});

test('data that should have been read again are told so, with a way to do it', () => {
  for (const late of [drawn({}, false), drawn({ readAt: Date.now(), failed: true }, false)]) {
    expect(late).toContain('text-amber');
    expect(late).toContain('Refresh');
  }
});
