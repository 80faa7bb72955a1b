import type { PriceDetail } from '#contract/terms/prices';
/** Whether money may be paid out at a market price: a stand-in or an old one is for display only. */
export function isPayable({ source }: Pick<PriceDetail, 'source'>): boolean {
  return source === 'feed' || source === 'static';
}
