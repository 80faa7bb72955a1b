import { HOLDING } from '../entities/holding.ts';
import { MOVEMENT_NAME } from '../entities/movement-name.ts';
import { namesOf, setOf } from '../entities/rows.ts';
import { VERIFICATION } from '../entities/verification.ts';
import { insertPart } from './entity-part.ts';
import type { Part } from './write-part.ts';

/** Treasury holdings that the owner entered. */
export const holdings: Part = {
  name: 'holdings',
  columns: HOLDING.columns,
  rows: (plan) => (plan.holdings ?? []).map(HOLDING.values),
  write: (source) => `holdings_entered as (
    update holdings h set amount = e.amount, as_of = e.as_of
    from (select r.* from ${source}) e where h.symbol = e.symbol)`,
};

/** Names that the owner gave to movements of the treasury. */
export const movementNames = insertPart(MOVEMENT_NAME, { items: (plan) => plan.movementNames });

/** Last verification; only one is stored. */
export const verification: Part = {
  name: 'verification',
  columns: VERIFICATION.columns,
  rows: (plan) => (plan.verification ? [VERIFICATION.values(plan.verification)] : []),
  write: (source) => `verification_kept as (
    insert into chain_verifications (${namesOf(VERIFICATION)})
    select ${VERIFICATION.select('r')} from ${source}
    on conflict (id) do update set ${setOf(VERIFICATION)})`,
};

/** Deletes all sessions of a removed user. */
export const endedSessions: Part = {
  name: 'ended-sessions',
  columns: [['removed', 'boolean']],
  rows: (plan) => (plan.removesUser ? [[true]] : []),
  write: (source) => `sessions_ended as (
    delete from sessions s using (select r.gate as id from ${source}) e where s.user_id = e.id)`,
};
