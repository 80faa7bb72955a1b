import type { Verification } from '#domain/audit/verification';
import type { Instant } from '#domain/base/time';
import { type Session, only, statement } from '../db/database.ts';
import type { EntityRow } from '../entities/entity.ts';
import { VERIFICATION } from '../entities/verification.ts';
import type { Facts, Standing } from '../write/facts.ts';

const LAST = statement(
  'verification-last',
  `select ${VERIFICATION.select('v')} from chain_verifications v`,
);

/** Null where there was none. */
export async function lastVerification(session: Session): Promise<Verification | null> {
  const [row] = await session.query<EntityRow>(LAST);
  return row ? VERIFICATION.read(row) : null;
}

/** What a verification follows. */
export interface VerificationFacts extends Standing {
  readonly last: Verification | null;
}

const FACTS = statement(
  'verification-facts',
  `select ${VERIFICATION.select('v')}, p.terms_version, protocol_time(p.clock_offset_ms) as now
   from protocol p left join chain_verifications v on true`,
);

export const verificationFacts: Facts<null, VerificationFacts> = {
  name: 'verification',
  async read(session, keys) {
    type Row = EntityRow & { readonly terms_version: bigint; readonly now: Instant };
    const row = only(await session.query<Row>(FACTS));
    const last = row['message'] === null ? null : VERIFICATION.read(row);
    const { now, terms_version: termsVersion } = row;
    return keys.map(() => ({ userId: null, version: 0n, now, termsVersion, last }));
  },
};
