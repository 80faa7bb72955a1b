import { useQuery } from '@tanstack/react-query';

import { formatAmount, lamports } from '#domain/base/money';

import { trimZeros } from '../../ui/format/format.ts';
import { feeOf, recentLifetime } from './chain.ts';
import type { Transfer } from './order.ts';

interface NetworkFeeProps {
  readonly payer: string;
  /** What would be signed; null while it is not known. */
  readonly transfer: Transfer | null;
}

/** What the chain says that a payment costs beside its amount: the same for every one of a token. */
export function NetworkFee({ payer, transfer }: NetworkFeeProps) {
  const { data } = useQuery({
    queryKey: ['chain', 'fee', payer, transfer?.tokenType],
    queryFn: () => (transfer ? askFee(payer, transfer) : null),
    enabled: transfer !== null,
  });
  if (!data) return <span className="text-faint">–</span>;
  return <>{feeText(data)} SOL</>;
}

async function askFee(payer: string, transfer: Transfer): Promise<number | null> {
  const { buildTransfer, messageOf, toBase64 } = await import('./transfer.ts');
  const bytes = await buildTransfer(payer, transfer, await recentLifetime());
  return feeOf(toBase64(messageOf(bytes)));
}

/** A fee in lamports as it is read. */
export const feeText = (fee: number): string =>
  trimZeros(formatAmount('SOL', lamports(BigInt(fee))));
