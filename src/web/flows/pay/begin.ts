import { texts } from '../../texts/texts.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import type { Order } from './order.ts';

/** Pays an order; tells where the code for that could not be fetched: the network is down, or a newer version is out. */
export async function beginPayment(order: Order): Promise<void> {
  const start = await import('./start.ts').catch(() => null);
  if (start) return start.startPayment(order);
  showToast({ tone: 'failure', title: texts.crash.part, detail: texts.errors.network });
}
