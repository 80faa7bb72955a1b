/** Thrown when a response body exceeds its size limit. */
export class TooLarge extends Error {
  constructor() {
    super('the answer is too large');
  }
}

/** Reads a body as text. Stops reading and throws `TooLarge` above `bytesMax`. */
export async function readText(response: Response, bytesMax: number): Promise<string> {
  // Not `for await`, because its end creates an error, and the first error loads the whole source map.
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

/** Milliseconds of a Retry-After header in seconds or as an HTTP date; null if it is missing or neither. */
export function retryAfterMs(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
