import type { Account } from '../bank/account.ts';
import { readMint, readTokenAccount } from '../bank/token-state.ts';
import { encodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import { type Key, keyText } from '../bytes/key.ts';
import { TOKEN, isTokenProgram } from '../programs.ts';
import { invalidRequest } from './errors.ts';
import { type Config, config, natural, variant } from './params.ts';
import { tokenAmount } from './token-amount.ts';

const ENCODINGS = ['binary', 'base58', 'base64', 'jsonParsed'] as const;
const MAX_BASE58_BYTES = 128;
/** No account pays rent any more: this epoch never comes. */
const RENT_EPOCH = 2n ** 64n - 1n;

type Look = (key: Key) => Account | null;

function optional(key: Key | null): string | undefined {
  return key === null ? undefined : keyText(key);
}

function parsedTokenAccount(account: Account, look: Look): Json {
  const token = readTokenAccount(account);
  const mintAccount = token && look(token.mint);
  const mint = mintAccount && readMint(mintAccount);
  if (!token || !mint) return null;
  const amount = (units: bigint): Json => tokenAmount(units, mint.decimals);
  return {
    type: 'account',
    info: {
      isNative: token.rentReserve !== null,
      mint: keyText(token.mint),
      owner: keyText(token.owner),
      state: token.state,
      tokenAmount: amount(token.units),
      delegate: optional(token.delegate),
      delegatedAmount: token.delegate === null ? undefined : amount(token.delegatedUnits),
      rentExemptReserve:
        token.rentReserve === null ? undefined : tokenAmount(token.rentReserve, mint.decimals),
      closeAuthority: optional(token.closeAuthority),
    },
  };
}

function parsedMint(account: Account): Json {
  const mint = readMint(account);
  if (!mint) return null;
  return {
    type: 'mint',
    info: {
      decimals: mint.decimals,
      freezeAuthority: optional(mint.freezeAuthority) ?? null,
      isInitialized: true,
      mintAuthority: optional(mint.authority) ?? null,
      supply: mint.supply.toString(),
    },
  };
}

function parsedData(account: Account, look: Look): Json {
  if (!isTokenProgram(account.owner)) return null;
  const parsed = parsedTokenAccount(account, look) ?? parsedMint(account);
  if (parsed === null) return null;
  const program = account.owner === TOKEN ? 'spl-token' : 'spl-token-2022';
  return { program, parsed, space: account.data.length };
}

function sliced(data: Buffer, options: Config): Buffer {
  const asked = options['dataSlice'];
  if (asked === undefined || asked === null) return data;
  const slice = config(asked);
  const offset = natural(slice['offset']);
  return data.subarray(offset, offset + natural(slice['length']));
}

function encodedData(account: Account, options: Config, look: Look): Json {
  const encoding = variant(options['encoding'] ?? 'binary', ENCODINGS);
  if (encoding === 'jsonParsed') {
    // What cannot be parsed comes in base 64, whole, as on a cluster.
    return (
      parsedData(account, look) ?? [sliced(account.data, options).toString('base64'), 'base64']
    );
  }
  const data = sliced(account.data, options);
  if (encoding === 'base64') return [data.toString('base64'), 'base64'];
  if (data.length > MAX_BASE58_BYTES) {
    throw invalidRequest(
      `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  }
  const text = encodeBase58(data);
  return encoding === 'binary' ? text : [text, 'base58'];
}

/** An account as a call with these options answers it; `look` finds a token account's mint. */
export function encodeAccount(account: Account, options: Config, look: Look): Json {
  return {
    data: encodedData(account, options, look),
    executable: account.executable,
    lamports: account.lamports,
    owner: keyText(account.owner),
    rentEpoch: RENT_EPOCH,
    space: account.data.length,
  };
}
