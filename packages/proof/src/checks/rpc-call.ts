/** Calls a method of a Solana node and returns the text of its response. Throws if it fails. */
export type RpcCall = (method: string, params: readonly unknown[]) => Promise<string>;

/** The `result` of a response. */
export const resultOf = (response: string): unknown =>
  (JSON.parse(response) as { result: unknown }).result;
