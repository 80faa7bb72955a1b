import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Tables of a cluster's templates are alike, and lie further apart than a usual window is wide. */
const WIDE = { [constants.BROTLI_PARAM_LARGE_WINDOW]: 1 };

/** Keeps a folder, or a value as JSON, in one small file. */
export async function pack(file: string, what: string | object): Promise<void> {
  const bytes =
    typeof what === 'string'
      ? execFileSync('tar', ['-c', '-C', what, '.'], { maxBuffer: 2 ** 28 })
      : Buffer.from(JSON.stringify(what));
  const params = {
    ...WIDE,
    [constants.BROTLI_PARAM_LGWIN]: 26,
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(file, brotliCompressSync(bytes, { params }));
}

const unpacked = (file: string): Buffer =>
  brotliDecompressSync(readFileSync(file), {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  });

export function unpackFolder(file: string, folder: string): void {
  execFileSync('tar', ['-x', '-C', folder], { input: unpacked(file) });
}

export const unpackJson = (file: string): unknown => JSON.parse(unpacked(file).toString());
