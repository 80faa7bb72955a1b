import type { Verification } from '#domain/audit/verification';
import { type Session, only, statement } from '../kernel/db/database.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { VERIFICATION } from '../kernel/entities/verification.ts';
import {
  DECISION_COLUMNS_WITHOUT_USER,
  type DecisionContext,
  type DecisionContextRow,
  commonFacts,
  decisionContextOf,
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

export interface VerificationFacts extends DecisionContext {
  readonly last: Verification | null;
}

const FACTS = statement(
  'verification-facts',
  `select ${VERIFICATION.select('v')}, ${DECISION_COLUMNS_WITHOUT_USER}
   from protocol p left join chain_verifications v on true`,
);

export const verificationFacts = commonFacts(
  'verification',
  async (session): Promise<VerificationFacts> => {
    const row = only(await session.query<EntityRow & DecisionContextRow>(FACTS));
    const last = row['message'] === null ? null : VERIFICATION.read(row);
    return { ...decisionContextOf(null, row), last };
  },
);
