/** Types of the used part of `ws`. Its own types may be of another version next to web3.js. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage } from 'node:http';
  import type { Duplex } from 'node:stream';

  export class WebSocket extends EventEmitter {
    readonly OPEN: number;
    readonly readyState: number;
    /** Bytes that were sent but not yet flushed to the network. */
    readonly bufferedAmount: number;
    constructor(url: string);
    send(text: string): void;
    ping(): void;
    close(code?: number, reason?: string): void;
    terminate(): void;
    on(event: 'open' | 'pong', listener: () => void): this;
    on(event: 'message', listener: (data: Buffer) => void): this;
    on(event: 'close', listener: (code: number, reason: Buffer) => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }

  export class WebSocketServer {
    readonly clients: ReadonlySet<WebSocket>;
    constructor(options: { readonly noServer: true; readonly maxPayload: number });
    handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      welcome: (client: WebSocket) => void,
    ): void;
    close(): void;
  }
}
