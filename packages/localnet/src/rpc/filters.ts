import type { Account } from '../bank/account.ts';
import { readTokenAccount } from '../bank/token-state.ts';
import { decodeBase58 } from '../bytes/base58.ts';
import { invalidParams } from './errors.ts';
import { config, natural, text } from './params.ts';

const MAX_FILTERS = 4;
const MAX_COMPARED_BYTES = 128;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Predicate for listed or notified accounts. */
type Filter = (account: Account) => boolean;

function comparedBytes(value: unknown, encoding: unknown): Buffer {
  if (Array.isArray(value)) return Buffer.from(value.map(natural));
  const encoded = text(value);
  if (encoding === 'base64') {
    if (BASE64.test(encoded)) return Buffer.from(encoded, 'base64');
    throw invalidParams('Invalid param: Base64DecodeError(InvalidByte)');
  }
  const decoded = decodeBase58(encoded);
  if (decoded === null) throw invalidParams('Invalid param: Base58DecodeError(InvalidCharacter)');
  return decoded;
}

function filterOf(value: unknown): Filter {
  if (value === 'tokenAccountState') return (account) => readTokenAccount(account) !== null;
  const asked = config(value);
  if (asked['dataSize'] !== undefined) {
    const size = natural(asked['dataSize']);
    return ({ data }) => data.length === size;
  }
  if (asked['memcmp'] === undefined) {
    const name = Object.keys(asked)[0] ?? '';
    throw invalidParams(
      `Invalid params: unknown variant \`${name}\`, expected one of \`dataSize\`, \`memcmp\`, \`tokenAccountState\`.`,
    );
  }
  const { offset, bytes, encoding } = config(asked['memcmp']);
  const from = natural(offset);
  const compared = comparedBytes(bytes, encoding);
  if (compared.length > MAX_COMPARED_BYTES) throw invalidParams('Invalid param: DataTooLarge');
  return ({ data }) =>
    data.length >= from + compared.length &&
    data.subarray(from, from + compared.length).equals(compared);
}

/** Parses the filters of getProgramAccounts and programSubscribe. */
export function filtersOf(value: unknown): readonly Filter[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    throw invalidParams(`Invalid params: invalid type: ${typeof value}, expected a sequence.`);
  }
  if (value.length > MAX_FILTERS) {
    throw invalidParams(`Too many filters provided; max ${MAX_FILTERS}`);
  }
  return value.map(filterOf);
}

export function passes(account: Account, filters: readonly Filter[]): boolean {
  return filters.every((filter) => filter(account));
}
