import { useQuery } from '@tanstack/react-query';

import { formatAmount, lamports } from '#domain/base/money';

import { trimZeros } from '../ui/format/format.ts';
import type { Transfer } from './order.ts';
import { networkFeeQuery } from './sol-needed.ts';

interface NetworkFeeProps {
  readonly payer: string;
  /** What would be signed; null while it is not known. */
  readonly transfer: Transfer | null;
}

/** What the chain says that a payment costs beside its amount: the same for every one of a token. */
export function NetworkFee({ payer, transfer }: NetworkFeeProps) {
  const { data } = useQuery(networkFeeQuery(payer, transfer));
  if (!data) return <span className="text-faint">–</span>;
  return <>{feeText(data)} SOL</>;
}

/** A fee in lamports as it is read. */
export const feeText = (fee: number): string =>
  trimZeros(formatAmount('SOL', lamports(BigInt(fee))));
