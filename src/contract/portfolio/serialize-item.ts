import type { NumberedItem } from '#domain/base/change';
import { type CsvColumns, csvCells, csvHead, csvRow } from '#domain/base/csv';
import { DECIMALS, formatDecimal } from '#domain/base/money';
import { reference } from '#domain/base/references';
import { iso } from '#domain/base/time';
import { signedAmount } from '#domain/users/signed-amount';
import type { HistoryItemJson, TransactionJson } from './portfolio.ts';

export function serializeItem(item: NumberedItem): TransactionJson {
  return {
    id: item.id,
    type: item.type,
    amount: formatDecimal(item.amount, DECIMALS[item.token]),
    tokenType: item.token,
    fee: formatDecimal(item.fee, DECIMALS[item.feeToken]),
    feeTokenType: item.feeToken,
    status: item.status,
    hash: item.hash,
    projectTxId: reference(item.type, item.at, item.number),
    note: item.note,
    createdAt: iso(item.at),
  };
}

/** Serializes an item with its signed amount. */
export function serializeSigned(item: NumberedItem): TransactionJson {
  return {
    ...serializeItem(item),
    amount: formatDecimal(signedAmount(item), DECIMALS[item.token]),
  };
}

const COLUMNS: CsvColumns<HistoryItemJson> = [
  ['Reference', (of) => of.projectTxId],
  ['Type', (of) => of.type],
  ['Date', (of) => of.createdAt],
  ['Amount', (of) => of.amount],
  ['Token', (of) => of.tokenType],
  ['Fee', (of) => of.fee],
  ['Fee Token', (of) => of.feeTokenType],
  ['Status', (of) => of.status],
  ['Hash', (of) => of.hash],
  ['Note', (of) => of.note],
];

/** Builds the CSV file, including its header row. */
export function serializeCsv(items: readonly HistoryItemJson[]): string {
  const rows = items.map((item) => csvCells(COLUMNS, item));
  return [csvHead(COLUMNS), ...rows].map(csvRow).join('');
}
