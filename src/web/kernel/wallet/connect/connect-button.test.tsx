import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';

import { setWalletState } from '../state.ts';
import { ConnectButton } from './connect-button.tsx';

afterEach(() => setWalletState({ phase: 'disconnected' }));

test('an attempt to connect can be cancelled where it shows itself', () => {
  setWalletState({ phase: 'connecting' });
  const drawn = renderToStaticMarkup(<ConnectButton />);
  expect(drawn).toMatch(/Connecting\.\.\..*Cancel connecting/);
});

test('a connection of an earlier visit is only waited for', () => {
  setWalletState({ phase: 'restoring' });
  const drawn = renderToStaticMarkup(<ConnectButton />);
  expect(drawn).toMatch(/Connecting\.\.\./);
  expect(drawn).not.toContain('Cancel');
});
