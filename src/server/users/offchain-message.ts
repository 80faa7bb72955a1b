/** Prefix of every off-chain message, so that it can never be a transaction. */
const PREFIX = Buffer.from('\xffsolana offchain', 'latin1');
const KEY_BYTES = 32;

/**
 * Returns the text inside an off-chain message envelope, which some wallets sign instead of the bare text;
 * null if the bytes are no such envelope.
 *
 * Three forms are in use: version 1; version 0 with application and signers; and version 0 without them, as
 * Ledger's app first read it.
 */
export function offchainContent(bytes: Uint8Array): string | null {
  const envelope = Buffer.from(bytes);
  if (!envelope.subarray(0, PREFIX.length).equals(PREFIX)) return null;
  const version = envelope[PREFIX.length];
  const rest = envelope.subarray(PREFIX.length + 1);
  const content =
    version === 1 ? afterSigners(rest) : version === 0 ? (sized(rest, 1) ?? sizedLong(rest)) : null;
  return content && content.length > 0 ? content.toString('utf8') : null;
}

/** Returns the bytes after a count of signers and their keys. */
function afterSigners(bytes: Buffer): Buffer | null {
  const count = bytes[0] ?? 0;
  return count === 0 ? null : bytes.subarray(1 + count * KEY_BYTES);
}

/** Reads version 0 with all fields: application, format, signers, length, text. */
function sizedLong(bytes: Buffer): Buffer | null {
  const count = bytes[KEY_BYTES + 1] ?? 0;
  return count === 0 ? null : sized(bytes, KEY_BYTES + 2 + count * KEY_BYTES);
}

/** Returns the text after its length at `at`; null unless it ends with the bytes. */
function sized(bytes: Buffer, at: number): Buffer | null {
  if (bytes.length < at + 2) return null;
  const content = bytes.subarray(at + 2);
  return content.length === bytes.readUInt16LE(at) ? content : null;
}

const VERSION_0 = Buffer.from([0]);
const VERSION_1 = Buffer.from([1]);
/** UTF-8 of at most 1,212 bytes, the plainest format that allows several lines. */
const FORMAT = Buffer.from([1]);
const ONE_SIGNER = Buffer.from([1]);
const NO_APPLICATION = Buffer.alloc(KEY_BYTES);

/**
 * Returns the envelopes in which a hardware wallet may have signed a text: the three forms, with `key` as the
 * only signer.
 */
export function offchainEnvelopes(key: Uint8Array, text: string): readonly Buffer[] {
  const content = Buffer.from(text, 'utf8');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(content.length);
  const signer = [ONE_SIGNER, key];
  return [
    [VERSION_1, ...signer, content],
    [VERSION_0, FORMAT, length, content],
    [VERSION_0, NO_APPLICATION, FORMAT, ...signer, length, content],
  ].map((parts) => Buffer.concat([PREFIX, ...parts]));
}
