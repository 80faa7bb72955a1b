import { openLocalnet } from '#localnet/localnet';
import { serveLocalnet } from '#localnet/serve';
import { watchSlots } from '../packages/localnet/test/slot-watchers.ts';
import { type Row, median } from './row.ts';

const SUBSCRIPTIONS = 1_000;
const SLOTS = 20;
const WITHIN_MS = 100;
/** The slot in which a new chain begins, and how long a slot lasts. */
const FIRST_SLOT = 300;
const SLOT_MS = 400;

/** From the moment a slot begins until the last of its subscribers, in this process, has been told. */
export async function subscriptions(report: (row: Row) => void): Promise<void> {
  const clock = { openedMs: 0 };
  const now = (): number => {
    const ms = performance.timeOrigin + performance.now();
    clock.openedMs ||= ms;
    return ms;
  };
  const net = await openLocalnet({ dir: null, now });
  const served = await serveLocalnet(net);
  const late: number[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const stop = await watchSlots(served.websocketUrl, SUBSCRIPTIONS, (slot) => {
    late.push(now() - clock.openedMs - (slot - FIRST_SLOT) * SLOT_MS);
    if (late.length === SLOTS) end();
  });
  await ended;
  stop();
  await net.close();
  await served.close();
  const ratio = median(late) / WITHIN_MS;
  report({
    name: `${SUBSCRIPTIONS.toLocaleString('en')} subscriptions told of a slot (the last, median)`,
    floor: `${WITHIN_MS} ms`,
    ours: `${median(late).toFixed(1)} ms (worst ${Math.max(...late).toFixed(1)})`,
    ratio,
    goal: '≤ 1',
    holds: ratio <= 1,
  });
}
