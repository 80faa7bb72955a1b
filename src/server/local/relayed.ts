import { request as http } from 'node:http';
import { request as https } from 'node:https';
import type { Upgrade } from '../base/upgrade.ts';

/** Websockets that another node answers: what either side says is passed on as it is. */
export function relayed(target: URL): Upgrade {
  return ({ headers }, socket, head) => {
    const ask = target.protocol === 'https:' ? https : http;
    // Who may was decided here; the other node would hold the page's origin against its own.
    const { origin: _, ...kept } = headers;
    const asking = ask(target, { headers: { ...kept, host: target.host } });
    asking.on('upgrade', ({ rawHeaders }, other, first) => {
      if (socket.destroyed) {
        other.destroy();
        return;
      }
      const lines = ['HTTP/1.1 101 Switching Protocols'];
      for (let i = 0; i < rawHeaders.length; i += 2) {
        lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
      }
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      other.write(head);
      other.pipe(socket).pipe(other);
      other.on('close', () => socket.destroy()).on('error', () => socket.destroy());
      socket.on('close', () => other.destroy());
    });
    asking.on('response', () => socket.destroy());
    asking.on('error', () => socket.destroy());
    asking.end();
  };
}
