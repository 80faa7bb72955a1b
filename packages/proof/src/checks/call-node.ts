import type { RpcCall } from './rpc-call.ts';

const TIMEOUT_MS = 20_000;

/** Calls the RPC node that the verifying person has chosen. Throws if it does not respond, or refuses. */
export function callNode(url: string): RpcCall {
  return async (method, params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const { error } = JSON.parse(text) as { error?: { message: string } };
    if (error) throw new Error(error.message);
    if (!response.ok) throw new Error(`the node responded with status ${response.status}`);
    return text;
  };
}
