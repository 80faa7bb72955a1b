import type { Changed } from '../events/changes.ts';
import type { Session } from './database.ts';

/** Says what a statement has changed; listeners of a transaction's changes hear of them after its commit. */
export function noteChange(session: Session, changed: Partial<Changed>): void {
  const { userIds = [], topics = [] } = changed;
  if (userIds.length > 0 || topics.length > 0) session.note({ userIds, topics });
}
