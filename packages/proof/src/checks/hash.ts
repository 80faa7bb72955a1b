import { sha256 as hash } from '@noble/hashes/sha2.js';
import type { Sha256 } from '../tree/record.ts';

/** Synchronous SHA-256: WebCrypto returns a promise per digest, which is slower than the digest itself. */
export const sha256: Sha256 = (data) => hash(data);
