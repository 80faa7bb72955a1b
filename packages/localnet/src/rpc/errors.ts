import type { Json } from '../bytes/json.ts';
import type { TransactionError } from '../tx/errors.ts';
import { errorText } from '../tx/error-text.ts';

/** JSON-RPC error with a cluster's code and text. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: Json | undefined;

  constructor(code: number, message: string, data?: Json) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const parseError = (): RpcError => new RpcError(-32700, 'Parse error');
export const invalidRequest = (message = 'Invalid request'): RpcError =>
  new RpcError(-32600, message);
export const methodNotFound = (): RpcError => new RpcError(-32601, 'Method not found');
export const invalidParams = (message: string): RpcError => new RpcError(-32602, message);
export const internalError = (): RpcError => new RpcError(-32603, 'Internal error');

/** Specific to localnet: a cluster does not limit responses. */
export const answerTooLarge = (bytesMax: number): RpcError =>
  new RpcError(-32000, `The answer is too large; max ${bytesMax} bytes`);

export const blockCleanedUp = (slot: number, first: number): RpcError =>
  new RpcError(
    -32001,
    `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`,
  );

export const nodeUnhealthy = (numSlotsBehind: number): RpcError =>
  new RpcError(-32005, `Node is behind by ${numSlotsBehind} slots`, { numSlotsBehind });

export const signatureFailure = (): RpcError =>
  new RpcError(-32003, 'Transaction signature verification failure');

export const blockNotAvailable = (slot: number): RpcError =>
  new RpcError(-32004, `Block not available for slot ${slot}`);

export const noSnapshot = (): RpcError => new RpcError(-32008, 'No snapshot');

export const unsupportedVersion = (version: number): RpcError =>
  new RpcError(
    -32015,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );

export const minContextSlotNotReached = (contextSlot: number): RpcError =>
  new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot });

export const filterTransactionNotFound = (signature: string): RpcError =>
  new RpcError(-32020, `Transaction ${signature} not found`);

export const preflightFailure = (error: TransactionError, data: Json): RpcError =>
  new RpcError(-32002, `Transaction simulation failed: ${errorText(error)}`, data);
