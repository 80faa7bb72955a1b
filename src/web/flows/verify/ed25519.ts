/** Whether a key has signed a message; null where this browser cannot tell. */
export async function isSignedBy(
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean | null> {
  try {
    const algorithm = { name: 'Ed25519' };
    const imported = await crypto.subtle.importKey('raw', owned(key), algorithm, false, ['verify']);
    return await crypto.subtle.verify(algorithm, imported, owned(signature), owned(message));
  } catch {
    // An older browser, or a page that came over http.
    return null;
  }
}

/** A copy in a buffer of its own, as the browser asks for. */
const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
