/** A call to a node of the chain, answered by the text that came. Throws where none came, or a refusal. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<string>;

export const resultOf = (answer: string): unknown =>
  (JSON.parse(answer) as { result: unknown }).result;
