import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 10;

interface Passing {
  readonly asked: IncomingMessage;
  readonly answer: ServerResponse;
  readonly body: Buffer;
}

/**
 * Round-robin load balancer. It skips a node that refuses connections, and never repeats a request that a
 * node has begun, because it may have been executed.
 */
export class RoundRobin {
  readonly #nodes: string[];
  /** Node of each request that broke after the node had accepted it. */
  readonly cuts: string[] = [];
  /** Number of requests in progress per node. */
  readonly #open = new Map<string, number>();
  readonly #server = createServer((asked, answer) => void this.#pass(asked, answer));
  #turn = 0;

  constructor(nodes: readonly string[]) {
    this.#nodes = [...nodes];
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Updates the address of a restarted node. */
  replace(node: number, address: string): void {
    this.#nodes[node] = address;
  }

  /** Resolves once a node has no requests in progress. */
  async quiet(address: string): Promise<void> {
    while ((this.#open.get(address) ?? 0) > 0) await sleep(LOOK_MS);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    this.#send({ asked, answer, body: Buffer.concat(chunks) });
  }

  #send(passing: Passing, tried = 0): void {
    const { asked, answer, body } = passing;
    const node = this.#nodes[(this.#turn += 1) % this.#nodes.length] ?? '';
    const { method, headers, url } = asked;
    const passed = request(new URL(url ?? '', node), { method, headers, agent: false });
    const add = (more: number): unknown => this.#open.set(node, (this.#open.get(node) ?? 0) + more);
    add(1);
    passed.once('close', () => add(-1));
    let isTaken = false;
    passed.once('socket', (socket) =>
      socket.once('connect', () => {
        isTaken = true;
      }),
    );
    passed.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.on('error', () => answer.destroy());
      response.pipe(answer);
    });
    passed.once('error', () => {
      if (!isTaken && tried < this.#nodes.length) {
        return this.#send(passing, tried + 1);
      }
      this.cuts.push(node);
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    });
    passed.end(body);
  }
}
