/** A whole HTTP answer, made elsewhere and passed on as it is. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
