import { type ChangedReads, getEvents } from '#contract/base/events';

/**
 * Opens an event stream at a node, and resolves once it is subscribed. `heard` resolves and closes it when it
 * has named one of the reads.
 */
export async function openEventStream(
  node: string,
  headers: Record<string, string>,
  reads: readonly string[],
): Promise<{ readonly heard: Promise<void> }> {
  const closing = new AbortController();
  const response = await fetch(node + getEvents.path, { headers, signal: closing.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  const names = (): string[] =>
    [...text.matchAll(/^data: (.*)$/gm)].flatMap(([, data]) => [
      ...(JSON.parse(data ?? '{}') as ChangedReads).queries,
    ]);
  const listening = async (): Promise<void> => {
    while (!names().some((name) => reads.includes(name))) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended with: ${text}`);
      text += value;
    }
    closing.abort();
  };
  const heard = listening();
  heard.catch(() => {});
  return { heard };
}
