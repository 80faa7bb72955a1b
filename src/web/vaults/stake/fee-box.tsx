import type { FeeQuoteJson } from '#contract/vaults/vaults';
import { formatAmount, lamports, min, parseAmount } from '#domain/base/money';

import { faultOf } from '../../kernel/api/fault.ts';
import { useServerNow } from '../../kernel/api/use-server-now.ts';
import { heldText } from '../../kernel/pay/held-text.ts';
import { NetworkFee } from '../../kernel/pay/network-fee.tsx';
import type { Transfer } from '../../kernel/pay/order.ts';
import { shortText, useSolShortfall } from '../../kernel/pay/sol-needed.ts';
import { Worth } from '../../kernel/prices/worth.tsx';
import { useRates } from '../use-rates.ts';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { PreviewLine } from '../../kernel/ui/tables/preview-line.tsx';
import { digitsOf } from '../../kernel/ui/format/digits.ts';
import { formatTrimmed, isZero } from '../../kernel/ui/format/format.ts';
import { stakeTexts } from '../stake-texts.ts';
import type { StakeOrder } from './use-stake-order.ts';

const says = stakeTexts.fee;

interface FeeBoxProps {
  readonly order: StakeOrder;
  readonly address: string;
}

/** The staking fee before it is paid: what it is, what credit covers, what is left. */
export function FeeBox({ order, address }: FeeBoxProps) {
  const { staking } = useRates();
  const { portfolio, fee } = order;
  const { quote } = fee;
  const toPay = quote && sol(BigInt(quote.lamports));
  const credit = portfolio && !isZero(portfolio.feeCredit) ? portfolio.feeCredit : null;
  return (
    <section aria-label={says.title} className="grid gap-3 rounded-control bg-raise px-4 py-3.5">
      <div>
        <p className="text-sm text-quiet">{says.left}</p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
          <Figure
            value={toPay ?? '0'}
            unit="SOL"
            digits="fine"
            size="lg"
            className={quote ? 'text-text' : 'text-faint'}
          />
          <Worth token="SOL" amount={toPay} className="text-sm" />
        </p>
        <p className="mt-1 min-h-[19px] text-sm text-faint">
          <Held order={order} />
        </p>
      </div>
      <dl className="grid gap-1 border-t border-line pt-3 text-sm">
        <PreviewLine name={says.whole} note={says.wholeNote(staking)}>
          <Sol value={quote?.feeSOL ?? null} />
        </PreviewLine>
        {credit !== null && (
          <PreviewLine
            name={says.credit}
            note={says.creditNote(formatTrimmed(credit, digitsOf('SOL', 'fine')))}
          >
            <Sol value={quote && creditUsed(quote)} />
          </PreviewLine>
        )}
        <PreviewLine name={says.network} note={says.networkNote}>
          {quote?.lamports === '0' ? (
            says.networkNone
          ) : (
            <NetworkFee payer={address} transfer={quote && transferOf(quote)} />
          )}
        </PreviewLine>
        {quote?.display !== null && (
          <PreviewLine name={says.display} note={says.displayNote}>
            <Sol value={quote?.display.amount ?? null} unit={quote?.display.tokenType ?? 'SOL'} />
          </PreviewLine>
        )}
      </dl>
      {quote?.display === null && (
        <p className="text-sm text-quiet">
          {says.noBond} <span className="text-faint">{says.noBondNote}</span>
        </p>
      )}
      {quote && quote.lamports !== '0' && <Short transfer={transferOf(quote)} address={address} />}
    </section>
  );
}

function Sol({ value, unit = 'SOL' }: { readonly value: string | null; readonly unit?: string }) {
  if (value === null) return <span className="text-faint">–</span>;
  return <Figure value={value} unit={unit} digits="fine" className="font-normal" />;
}

/** Whether the fee is held, and for how long; the countdown is not read out. */
function Held({ order }: { readonly order: StakeOrder }) {
  const held = heldText(order.fee.quote?.expiresAt, useServerNow());
  const said = heldSaid(order, held !== null);
  return (
    <>
      <span role="status">{said}</span>
      {said === says.held && held !== null && ` ${says.heldFor(held)}`}
    </>
  );
}

function heldSaid({ checked, fee }: StakeOrder, isHeld: boolean): string {
  if (checked.kind !== 'right') return says.empty;
  if (fee.error) return says.failed(faultOf(fee.error).message);
  if (!isHeld) return says.asking;
  if (fee.quote?.lamports !== '0') return says.held;
  return isZero(fee.quote.feeSOL) ? says.none : says.free;
}

/** Shown before the wallet is asked. A warning only, because the balance may be old. */
function Short({ transfer, address }: { readonly transfer: Transfer; readonly address: string }) {
  const shortfall = useSolShortfall(address, transfer);
  return shortfall && <p className="text-sm text-amber">{shortText(shortfall)}</p>;
}

function creditUsed({ credit, feeSOL }: FeeQuoteJson): string {
  const fee = parseAmount('SOL', feeSOL) ?? lamports(0n);
  return formatAmount('SOL', min(fee, lamports(BigInt(credit))));
}

/** The payment of the fee that would be signed. */
function transferOf({ lamports: toPay, treasuryAddress, reference }: FeeQuoteJson) {
  return { tokenType: 'SOL', amount: sol(BigInt(toPay)), treasuryAddress, reference } as const;
}

const sol = (units: bigint): string => formatAmount('SOL', lamports(units));
