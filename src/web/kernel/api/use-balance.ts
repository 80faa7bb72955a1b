import { useQuery } from '@tanstack/react-query';

import type { PayToken } from '#domain/base/money';

import { balanceQuery } from './balances.ts';
import { statusQuery } from './queries.ts';

/** What the wallet holds of a token; null while it is unknown. */
export function useBalance(address: string, token: PayToken) {
  const { data: status } = useQuery(statusQuery());
  const mint = token === 'SOL' ? null : (status?.usdcMint ?? null);
  const { data, isError } = useQuery(balanceQuery(address, token, mint));
  return { balance: data ?? null, isUnknown: isError };
}
