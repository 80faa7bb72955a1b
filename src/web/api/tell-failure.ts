import { showToast } from '../ui/overlays/toast.ts';
import { faultOf } from './fault.ts';
import { noticeSignedOut } from './query-client.ts';

/**
 * Tells that something the user did has failed, in the server's words where it said any, and gives
 * what was told.
 */
export function tellFailure(title: string, error: unknown, otherwise: string): string {
  noticeSignedOut(error);
  const { message, requestId } = faultOf(error, otherwise);
  showToast({ tone: 'failure', title, detail: message, reference: requestId });
  return message;
}
