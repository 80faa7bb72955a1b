/** An answer larger than was allowed. */
export class TooLarge extends Error {
  constructor() {
    super('the answer is too large');
  }
}

/** The body as text; stops reading as soon as it is larger than allowed. */
export async function readText(response: Response, bytesMax: number): Promise<string> {
  // Not by `for await`: its end makes an error, and the first error reads the whole source map.
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > bytesMax) {
      void reader?.cancel();
      throw new TooLarge();
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Milliseconds of a Retry-After in seconds, or as an HTTP date; null where it is neither. */
export function retryAfterMs(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
