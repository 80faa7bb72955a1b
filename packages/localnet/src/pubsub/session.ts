import type { Chain } from '../bank/chain.ts';
import { answer, readRequest } from '../rpc/dispatch.ts';
import { RpcError, invalidParams } from '../rpc/errors.ts';
import type { Methods } from '../rpc/method.ts';
import { VERSION, natural } from '../rpc/params.ts';
import type { Hub, Subscriber } from './hub.ts';
import { WATCHES } from './watches.ts';

/** Limits per client, and in total. */
const MAX_SUBSCRIPTIONS = 1_000;
const MAX_SUBSCRIPTIONS_IN_ALL = 20_000;

const tooMany = (): RpcError =>
  new RpcError(-32603, 'Internal Error: Subscription refused. Node subscription limit reached');

let made = 0;

/** Subscriptions and calls of one client. */
export class Session {
  readonly #chain: Chain;
  readonly #hub: Hub;
  readonly #send: (text: string) => void;
  readonly #subscribers = new Map<number, Subscriber>();

  constructor(chain: Chain, hub: Hub, send: (text: string) => void) {
    this.#chain = chain;
    this.#hub = hub;
    this.#send = send;
  }

  /** Handles a message of the client. */
  async receive(text: string): Promise<void> {
    const request = readRequest(text);
    const answered =
      typeof request === 'string' ? request : await answer(request, PUBSUB_METHODS, this);
    if (answered !== '') this.#send(answered);
  }

  close(): void {
    for (const subscriber of this.#subscribers.values()) this.#hub.remove(subscriber);
    this.#subscribers.clear();
  }

  subscribe(name: string, params: readonly unknown[]): number {
    this.#chain.tick();
    const watch = WATCHES[name]?.(params, this.#chain);
    if (!watch) throw new Error(`nothing to subscribe to: ${name}`);
    const isFull = this.#subscribers.size >= MAX_SUBSCRIPTIONS;
    if (isFull || this.#hub.count >= MAX_SUBSCRIPTIONS_IN_ALL) throw tooMany();
    made += 1;
    const id = made;
    const subscriber: Subscriber = {
      watch,
      opening: `{"jsonrpc":"2.0","method":"${name}Notification","params":{"result":`,
      ending: `,"subscription":${id}}}`,
      send: this.#send,
      over: () => void this.#subscribers.delete(id),
    };
    this.#subscribers.set(id, subscriber);
    this.#hub.add(subscriber);
    return id;
  }

  unsubscribe(id: unknown): boolean {
    const subscriber = this.#subscribers.get(natural(id));
    if (!subscriber) throw invalidParams('Invalid subscription id.');
    this.#subscribers.delete(natural(id));
    this.#hub.remove(subscriber);
    return true;
  }
}

function pubsubMethods(): Methods<Session> {
  const methods: Record<string, Methods<Session>[string]> = {
    getVersion: () => VERSION,
  };
  for (const name of Object.keys(WATCHES)) {
    methods[`${name}Subscribe`] = (params, session) => session.subscribe(name, params);
    methods[`${name}Unsubscribe`] = ([id], session) => session.unsubscribe(id);
  }
  return methods;
}

/** Methods of the websocket: subscriptions and getVersion. */
export const PUBSUB_METHODS: Methods<Session> = pubsubMethods();
