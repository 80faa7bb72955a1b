import { getBase64Decoder } from '@solana/kit';

import type { Bytes } from './session-encryption.ts';

/** Where a wallet app takes up what it is told: any that is there, or the one that named its own address. */
export function linkTo(base: string | null, key: Bytes, port: number): URL {
  const start = base?.startsWith('https://') === true ? base.replace(/\/+$/, '') : 'solana-wallet:';
  const token = getBase64Decoder().decode(key);
  const association = token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const query = new URLSearchParams({ association, port: String(port), v: 'v1' });
  return new URL(`${start}/v1/associate/local?${query}`);
}
