import { queryOptions, useQuery } from '@tanstack/react-query';

import { type Lamports, formatAmount, lamports, mulDivUp, parseAmount } from '#domain/base/money';
import { type SolShortfall, solShortfall } from '#domain/payments/sol-shortfall';

import { balanceQuery, walletMinimum } from '../api/balances.ts';
import { queryClient } from '../api/query-client.ts';
import { payTexts } from './pay-texts.ts';
import { digitsOf } from '../ui/format/digits.ts';
import { formatTrimmed } from '../ui/format/format.ts';
import { feeOf, recentLifetime, tokenAccountRent } from './chain.ts';
import type { Transfer } from './order.ts';

/** Network fee of a payment in lamports: the same for every payment of a token. `transfer` is null while unknown. */
export function networkFeeQuery(payer: string, transfer: Transfer | null) {
  return queryOptions({
    queryKey: ['chain', 'fee', payer, transfer?.tokenType],
    queryFn: () => (transfer ? readFee(payer, transfer) : null),
    enabled: transfer !== null,
  });
}

async function readFee(payer: string, transfer: Transfer): Promise<number | null> {
  const { buildTransfer, messageOf, toBase64 } = await import('./transfer.ts');
  const bytes = await buildTransfer(payer, transfer, await recentLifetime());
  return feeOf(toBase64(messageOf(bytes)));
}

/** Rents that limit what a payer can spend. */
interface Rents {
  readonly accountRent: Lamports;
  readonly walletMinimum: Lamports;
}

const rentsQuery = (makesAccount: boolean) =>
  queryOptions({
    queryKey: ['chain', 'rents', makesAccount],
    queryFn: () => readRents(makesAccount),
  });

async function readRents(makesAccount: boolean): Promise<Rents> {
  const [account, minimum] = await Promise.all([
    makesAccount ? tokenAccountRent() : 0,
    walletMinimum(),
  ]);
  return { accountRent: lamports(BigInt(account)), walletMinimum: minimum };
}

/** SOL that the payer lacks for a payment; null if it has enough, or while that is unknown. */
export function useSolShortfall(payer: string, transfer: Transfer | null): SolShortfall | null {
  const { data: fee } = useQuery(networkFeeQuery(payer, transfer));
  const { data: rents } = useQuery({
    ...rentsQuery(transfer?.tokenAccountMissing === true),
    enabled: transfer !== null,
  });
  const { data: balance } = useQuery(balanceQuery(payer, 'SOL', null));
  if (!transfer || !fee || !rents || !balance) return null;
  return shortfallOf(transfer, { fee, ...rents, held: balance.held });
}

/** Reads from the chain what SOL the payer lacks; null if it has enough, or if the chain does not answer. */
export async function readSolShortfall(
  payer: string,
  transfer: Transfer,
  fee: number | null,
): Promise<SolShortfall | null> {
  if (fee === null) return null;
  const [rents, { held }] = await Promise.all([
    readRents(transfer.tokenAccountMissing === true),
    queryClient.fetchQuery({ ...balanceQuery(payer, 'SOL', null), staleTime: 0 }),
  ]);
  return shortfallOf(transfer, { fee, ...rents, held });
}

interface Read extends Rents {
  /** Network fee in lamports. */
  readonly fee: number;
  readonly held: bigint;
}

function shortfallOf({ tokenType, amount }: Transfer, read: Read): SolShortfall | null {
  const { fee, held, accountRent, walletMinimum } = read;
  const paid = tokenType === 'SOL' ? parseAmount('SOL', amount) : null;
  return solShortfall(lamports(held), {
    amount: paid ?? lamports(0n),
    networkFee: lamports(BigInt(fee)),
    accountRent,
    walletMinimum,
  });
}

/** Sentences about missing SOL, for the form and for a payment that failed. */
export function shortText(shortfall: SolShortfall): string {
  const { needed, held, accountRent, walletMinimum, amount } = shortfall;
  const says = payTexts.short;
  return [
    (amount === 0n ? says.networkFee : says.fees)(solUp(needed)),
    ...(accountRent === 0n ? [] : [says.accountRent(solUp(accountRent))]),
    says.stays(solUp(walletMinimum)),
    says.held(sol(held)),
  ].join(' ');
}

const DIGITS = digitsOf('SOL', 'fine');
const STEP = 10n ** BigInt(9 - DIGITS);
const sol = (units: bigint): string => formatTrimmed(formatAmount('SOL', lamports(units)), DIGITS);
const solUp = (units: bigint): string => sol(mulDivUp(units, 1n, STEP) * STEP);
