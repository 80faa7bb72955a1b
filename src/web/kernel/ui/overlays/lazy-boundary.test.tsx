import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

import { LazyBoundary } from './lazy-boundary.tsx';

test('what could not be fetched leaves the page around it, and who asked for it is told', () => {
  const onBroken = vi.fn<() => void>();
  const part = new LazyBoundary({ children: 'menu', instead: 'button', onBroken });
  expect(renderToStaticMarkup(part.render())).toContain('menu');
  part.state = LazyBoundary.getDerivedStateFromError();
  expect(renderToStaticMarkup(part.render())).toBe('button');
  part.componentDidCatch();
  expect(onBroken).toHaveBeenCalledOnce();
});

/** What stands around every page: no boundary but its own would catch what it could not fetch. */
const FRAME = [
  'app/layout.tsx',
  'app/header.tsx',
  'app/wallet/wallet-control.tsx',
  'help/assistant.tsx',
  'kernel/wallet/connect/connect-button.tsx',
  'kernel/ui/overlays/toaster.tsx',
];

test.each(FRAME)('whatever %s fetches stands apart: without it the page would be gone', (file) => {
  const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  expect(source).toMatch(/ = lazy\(|: lazy\(/);
  expect(source).toContain('<LazyBoundary');
  expect(source).not.toContain('<Suspense');
});
