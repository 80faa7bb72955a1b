import { useQuery } from '@tanstack/react-query';

import { solPriceQuery } from '../api/reads/sell-queries.ts';
import { protocolTexts } from './protocol-texts.ts';

const { fallback, lastKnown } = protocolTexts.priceDoubt;
/** What is said of a price that is not of now, by where it is from. */
export const DOUBTS: Readonly<Record<string, string>> = { fallback, 'last-known': lastKnown };

/** Stands beside a figure that rests on the SOL price: what that is, where it is not fresh. */
export function SolDoubt() {
  const { data } = useQuery(solPriceQuery());
  const doubt = DOUBTS[data?.source ?? ''];
  return doubt === undefined ? null : <span className="text-sm text-amber"> {doubt}</span>;
}
