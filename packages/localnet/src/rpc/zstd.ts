/** Zstandard's magic number, then a header: content size in 4 bytes, one segment, no checksum. */
const HEADER = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0]);
const MAX_BLOCK_BYTES = 128 * 1_024;
const LAST = 1;

/**
 * A Zstandard frame of uncompressed blocks (RFC 8878), which every decoder reads: Node has no
 * compressor before version 22, and a local network has no traffic to save.
 */
export function zstdFrame(data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  const parts: Buffer[] = [HEADER, size];
  let at = 0;
  do {
    const block = data.subarray(at, at + MAX_BLOCK_BYTES);
    at += block.length;
    const header = Buffer.alloc(3);
    header.writeUIntLE(block.length * 8 + (at >= data.length ? LAST : 0), 0, 3);
    parts.push(header, block);
  } while (at < data.length);
  return Buffer.concat(parts);
}
