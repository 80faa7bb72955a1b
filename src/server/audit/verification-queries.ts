import type { Verification } from '#domain/audit/verification';
import { type Session, only, statement } from '../kernel/db/database.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { VERIFICATION } from '../kernel/entities/verification.ts';
import {
  STANDING_OF_NOBODY,
  type Standing,
  type StandingRow,
  commonFacts,
  standingOf,
} from '../kernel/write/facts.ts';

const LAST = statement(
  'verification-last',
  `select ${VERIFICATION.select('v')} from chain_verifications v`,
);

/** Returns the last verification; null before the first. */
export async function lastVerification(session: Session): Promise<Verification | null> {
  const [row] = await session.query<EntityRow>(LAST);
  return row ? VERIFICATION.read(row) : null;
}

export interface VerificationFacts extends Standing {
  readonly last: Verification | null;
}

const FACTS = statement(
  'verification-facts',
  `select ${VERIFICATION.select('v')}, ${STANDING_OF_NOBODY}
   from protocol p left join chain_verifications v on true`,
);

export const verificationFacts = commonFacts(
  'verification',
  async (session): Promise<VerificationFacts> => {
    const row = only(await session.query<EntityRow & StandingRow>(FACTS));
    const last = row['message'] === null ? null : VERIFICATION.read(row);
    return { ...standingOf(null, row), last };
  },
);
