import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type JsonAnswer, afterTest } from './harness.ts';

interface Message extends JsonAnswer {
  readonly jsonrpc?: string;
  readonly method?: string;
  readonly params?: { readonly result: unknown; readonly subscription: number };
}

/** Websocket client that collects notifications. */
export class Subscriber {
  readonly socket: WebSocket;
  /** Notifications not consumed by a test yet. */
  readonly told: Message[] = [];
  readonly #answers = new Map<unknown, (answer: Message) => void>();
  #asked = 0;
  #woken: () => void = () => undefined;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString()) as Message;
      const answered = this.#answers.get(message.id ?? null);
      if (message.method === undefined && answered) answered(message);
      else this.told.push(message);
      this.#woken();
    });
  }

  static async to(url: string): Promise<Subscriber> {
    const socket = new WebSocket(url);
    afterTest(() => socket.terminate());
    const made = new Subscriber(socket);
    await once(socket, 'open');
    return made;
  }

  call(method: string, ...params: unknown[]): Promise<Message> {
    this.#asked += 1;
    const id = this.#asked;
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return new Promise((resolve) => this.#answers.set(id, resolve));
  }

  /** Subscribes; resolves with the subscription id. */
  async to(name: string, ...params: unknown[]): Promise<number> {
    const { result, error } = await this.call(`${name}Subscribe`, ...params);
    if (typeof result !== 'number') throw new Error(JSON.stringify(error));
    return result;
  }

  /** Next notification of a subscription. */
  async notification(subscription: number): Promise<Message> {
    for (;;) {
      const at = this.told.findIndex(({ params }) => params?.subscription === subscription);
      const [found] = at === -1 ? [] : this.told.splice(at, 1);
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#woken = resolve;
      });
    }
  }

  /** Result of the next notification of a subscription. */
  async next(subscription: number): Promise<unknown> {
    return (await this.notification(subscription)).params?.result;
  }

  /** Resolves once all due notifications have arrived. */
  async settled(): Promise<void> {
    // Two round trips, because notifications follow the response in a later event-loop turn.
    for (let round = 0; round < 2; round++) await this.call('getVersion');
  }
}
