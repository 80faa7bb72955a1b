import { showToast } from '../ui/overlays/toast.ts';
import { afterFixed, faultOf } from './fault.ts';
import { logError } from './log-failure.ts';
import { noticeSignedOut } from './query-client.ts';

/**
 * Tells that something the user did has failed, in the server's words where it said any, and gives
 * what was told.
 */
export function tellFailure(title: string, error: unknown, otherwise?: string): string {
  return tell(title, error, { detail: faultOf(error, otherwise).message });
}

/** The same where the text is fixed: the server's words follow it. */
export function tellFixedFailure(
  title: string,
  error: unknown,
  {
    fixed,
    show = showToast,
  }: { readonly fixed: string; readonly show?: typeof showToast | undefined },
): string {
  return tell(title, error, { detail: afterFixed(fixed, error), show });
}

function tell(
  title: string,
  error: unknown,
  {
    detail,
    show = showToast,
  }: { readonly detail: string; readonly show?: typeof showToast | undefined },
): string {
  noticeSignedOut(error);
  logError(title, error);
  show({ tone: 'failure', title, detail, reference: faultOf(error).requestId });
  return detail;
}
