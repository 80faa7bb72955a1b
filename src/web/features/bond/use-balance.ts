import { useQuery } from '@tanstack/react-query';

import type { PayToken } from '#domain/base/money';

import { balanceQuery } from '../../api/balances.ts';
import { localQuery } from '../../api/local.ts';
import { statusQuery } from '../../api/queries.ts';

/** Circle's own; the demo's is nobody's. */
const USDC_MINTS: Readonly<Record<string, string>> = {
  'mainnet-beta': 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v',
  devnet: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAERYPJgZERJDncU',
  demo: 'DemoMint111111111111111111111111111111111111',
};

/** What the wallet holds of a token; null while nobody knows. */
export function useBalance(address: string, token: PayToken) {
  const { data: status } = useQuery(statusQuery());
  const isLocal = status?.network === 'local';
  const { data: local } = useQuery({ ...localQuery(), enabled: isLocal && token === 'USDC' });
  const known = isLocal ? local?.usdcMint : USDC_MINTS[status?.network ?? ''];
  const mint = token === 'SOL' ? null : (known ?? null);
  const { data, isError } = useQuery(balanceQuery(address, token, mint));
  return { balance: data ?? null, isUnknown: isError };
}
