import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Subscriber, openPush, subscriber } from './push-receiver.ts';

/** Request that a push service received for a browser. */
export interface Pushed {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decrypted message. */
  readonly told: PushedReminder;
}

interface PushedReminder {
  readonly kind: string;
  readonly id: string;
  readonly key: string;
  readonly until: string | null;
  readonly lmt: string | null;
}

/** Browser subscribed at the stub. */
export interface StubBrowser extends Subscriber {
  readonly endpoint: string;
  /** Accepted messages, in order. */
  readonly taken: Pushed[];
  /** Status of the next responses. */
  status: number;
}

/** Push service on loopback. */
export class PushStub {
  readonly #server: Server;
  readonly #browsers = new Map<string, StubBrowser>();
  #held: (() => void) | null = null;

  private constructor() {
    this.#server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const browser = this.#browsers.get(request.url ?? '');
        if (this.#held) return this.#held();
        if (!browser) return response.writeHead(404).end();
        if (browser.status === 201) {
          const told = JSON.parse(openPush(body, browser)) as PushedReminder;
          browser.taken.push({ headers: request.headers, told });
        }
        return response.writeHead(browser.status).end();
      });
    });
  }

  static async open(): Promise<PushStub> {
    const stub = new PushStub();
    await new Promise<void>((resolve) => stub.#server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  browser(keys: Subscriber = subscriber()): StubBrowser {
    const path = `/push/${this.#browsers.size + 1}`;
    const { port } = this.#server.address() as AddressInfo;
    const browser = {
      ...keys,
      endpoint: `http://127.0.0.1:${port}${path}`,
      taken: [],
      status: 201,
    };
    this.#browsers.set(path, browser);
    return browser;
  }

  /** Stops responding until `release`. Resolves when a message has arrived. */
  hold(): Promise<void> {
    return new Promise((resolve) => {
      this.#held = resolve;
    });
  }

  /** Responds to later messages again; held ones get no response. */
  release(): void {
    this.#held = null;
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
