/** A call to a node of the chain, answered by the text that came. Throws where none came, or a refusal. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<string>;

export const resultOf = <T>(answer: string): T => (JSON.parse(answer) as { result: T }).result;
