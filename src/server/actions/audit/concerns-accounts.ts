import type { Told } from '../../events/changes.ts';

/** Whether a change can change an audit: prices and public figures cannot. */
export function concernsAccounts(told: Told): boolean {
  if (told === 'all' || told.userIds.length > 0) return true;
  return told.topics.some((topic) => topic === 'admin' || topic === 'protocol');
}
