/** What wallets put into the page's window. A key is an object that knows its base 58, or that itself. */
export interface Provider {
  readonly publicKey?: unknown;
  connect(options?: { readonly onlyIfTrusted: boolean }): Promise<unknown>;
  disconnect?(): Promise<unknown>;
  signMessage?(message: Uint8Array, display: 'utf8'): Promise<unknown>;
  request?(call: { readonly method: string; readonly params: object }): Promise<unknown>;
  on?(event: string, listener: (key?: unknown) => void): unknown;
  off?(event: string, listener: (key?: unknown) => void): unknown;
}
