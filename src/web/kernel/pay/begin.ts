import { texts } from '../ui/texts/shared-texts.ts';
import { showToast } from '../ui/overlays/toast.ts';
import type { Payer } from './finish.ts';
import type { Order } from './order.ts';

/** Pays an order; tells where the code for that could not be fetched: the network is down, or a newer version is out. */
export async function beginPayment(order: Order): Promise<void> {
  const start = await import('./start.ts').catch(() => null);
  return start ? start.startPayment(order) : tellNoCode();
}

/** Takes up the payment that was left unfinished; tells where the code for that could not be fetched. */
export async function resumePayment(payer: Payer): Promise<void> {
  const finish = await import('./finish.ts').catch(() => null);
  return finish ? finish.resume(payer) : tellNoCode();
}

function tellNoCode(): void {
  showToast({ tone: 'failure', title: texts.crash.part, detail: texts.errors.network });
}
