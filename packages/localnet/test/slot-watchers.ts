import { once } from 'node:events';
import { WebSocket } from 'ws';

const CONNECTIONS = 10;

/** Opens `count` slot subscriptions. Calls back once all of them received a slot; resolves with a stop function. */
export async function watchSlots(
  url: string,
  count: number,
  told: (slot: number) => void,
): Promise<() => void> {
  const counts = new Map<number, number>();
  let subscribed = 0;
  let ready: () => void = () => undefined;
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const hear = (text: string): void => {
    const slot = Number(/"slot":(\d+)/.exec(text)?.[1] ?? Number.NaN);
    if (Number.isNaN(slot)) {
      subscribed += 1;
      if (subscribed === count) ready();
      return;
    }
    const heard = (counts.get(slot) ?? 0) + 1;
    counts.set(slot, heard);
    if (heard === count) told(slot);
  };
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = new WebSocket(url);
      socket.on('message', (data) => hear(data.toString('latin1')));
      await once(socket, 'open');
      for (let i = 0; i < count / CONNECTIONS; i++) {
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: i, method: 'slotSubscribe' }));
      }
      return socket;
    }),
  );
  await isReady;
  return () => {
    for (const socket of sockets) socket.terminate();
  };
}
