/** Complete HTTP response, sent unchanged. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Spends calls of the caller's budget. Returns the seconds to wait if the budget is too low, otherwise null. */
export type Spend = (calls: number) => number | null;

/** Handles a JSON-RPC request or batch. */
export type Respond = (body: string, spend?: Spend) => Promise<HttpResponse>;
