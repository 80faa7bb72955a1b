import { type Token, formatAmount, parseAmount } from '#domain/base/money';
import { worthInUsd } from '#domain/terms/price';

import { amountTexts } from '../ui/texts/amount-texts.ts';
import { cx } from '../ui/format/cx.ts';
import { formatUsd } from '../ui/format/format.ts';
import { SolDoubt } from './sol-doubt.tsx';
import { usePrices } from './use-prices.ts';

interface WorthProps {
  readonly token: Token;
  /** A decimal string, with a minus or without; null where there is nothing to be worth anything. */
  readonly amount: string | null;
  readonly className?: string;
}

/** What an amount is worth in USD at the prices of now, quieter than the amount; nothing while no price is known. */
export function Worth({ token, amount, className }: WorthProps) {
  const prices = usePrices();
  const units = amount === null ? null : parseAmount(token, amount.replace('-', ''));
  if (units === null || prices === null) return null;
  const usd = formatUsd(formatAmount('USDC', worthInUsd(token, units, prices)));
  return (
    <span className={cx('font-normal text-faint', className)}>
      <span className="whitespace-nowrap">
        {usd === '0.00' && units > 0n ? amountTexts.tiny : amountTexts.worth(usd)}
      </span>
      {token === 'SOL' && <SolDoubt />}
    </span>
  );
}
