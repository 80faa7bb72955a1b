import { createStore } from '../../ui/state/create-store.ts';
import { isUnanswered } from '../api-error.ts';

/** Whether the server did not answer when it was last asked how it is; so it stays while it is asked again. */
export const lost = createStore(false);

/** To be told how each such question ended: with an error, or with none. */
export function noticeStatus(error: unknown): void {
  if (lost.get() !== isUnanswered(error)) lost.set(isUnanswered(error));
}
