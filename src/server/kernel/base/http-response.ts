/** A whole HTTP answer, made elsewhere and passed on as it is. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Takes so many calls from a caller's budget; seconds to wait where there is too little of it. */
export type Spend = (calls: number) => number | null;

/** Answers JSON-RPC. */
export type Respond = (body: string, spend?: Spend) => Promise<HttpResponse>;
