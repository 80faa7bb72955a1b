import { hashBytes } from '#proof/tree/bytes';
import type { Secrets } from '#proof/tree/wallet-leaves';
import type { ProofSnapshot } from '#domain/proof/proof';

/** Returns the secrets of a stored day. Throws if they are malformed. */
export function secretsOf({
  day,
  secret,
  splitSecret,
}: Pick<ProofSnapshot, 'day' | 'secret' | 'splitSecret'>): Secrets {
  const [salts, split] = [hashBytes(secret), hashBytes(splitSecret)];
  if (!salts || !split) throw new Error(`the secrets of ${day} are malformed`);
  return { salts, split };
}
