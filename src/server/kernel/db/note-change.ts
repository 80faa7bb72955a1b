import type { Changed } from '../events/changes.ts';
import type { Session } from './database.ts';

/** Records changes of a statement. Listeners are notified after the transaction's commit. */
export function noteChange(session: Session, changed: Partial<Changed>): void {
  const { userIds = [], topics = [] } = changed;
  if (userIds.length > 0 || topics.length > 0) session.note({ userIds, topics });
}
