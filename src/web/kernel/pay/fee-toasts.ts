import { formatTrimmed, isZero } from '../ui/format/format.ts';
import { shortAddress } from '../ui/format/short-address.ts';
import { payTexts } from './pay-texts.ts';
import { showToast } from '../ui/overlays/toast.ts';
import type { Due } from './due.ts';
import type { SignedPayment } from './stored-payment.ts';

const says = payTexts.fee;

/** The network has taken a staking fee. */
export function tellSent({ purpose, signature }: SignedPayment): void {
  if (purpose !== 'stake') return;
  const detail = says.sentDetail(shortAddress(signature));
  showToast({ tone: 'info', title: says.sent, detail });
}

export function tellConfirmed({ purpose, amount }: SignedPayment): void {
  if (purpose !== 'stake') return;
  const detail = says.confirmedDetail(formatTrimmed(amount));
  showToast({ tone: 'success', title: says.confirmed, detail });
}

/** Nothing is left to pay: there is no fee, or credit covers it. */
export function tellFree({ fee }: Due): void {
  if (fee === null) return;
  const detail = isZero(fee) ? says.noneDetail : says.credited(formatTrimmed(fee));
  showToast({ tone: 'info', title: says.none, detail });
}
