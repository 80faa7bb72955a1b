import type { CallCount } from '#server/kernel/base/provider-calls';
import type { Node } from '#test/world/node';

export interface ProviderUsage {
  readonly calls: number;
  readonly credits: number;
  readonly lines: readonly CallCount[];
}

const NOTHING: ProviderUsage = { calls: 0, credits: 0, lines: [] };

/** What nodes have asked of providers, since an earlier sum. */
export function spent(nodes: readonly Node[], before: ProviderUsage = NOTHING): ProviderUsage {
  const lines = new Map<string, CallCount>();
  const add = (line: CallCount, sign: 1 | -1): void => {
    const key = `${line.purpose} ${line.method}`;
    const { calls, credits } = lines.get(key) ?? { calls: 0, credits: 0 };
    const sum = { calls: calls + sign * line.calls, credits: credits + sign * line.credits };
    lines.set(key, { ...line, ...sum });
  };
  for (const { parts } of nodes) for (const line of parts.providerCalls.lines()) add(line, 1);
  for (const line of before.lines) add(line, -1);
  const left = [...lines.values()].filter(({ calls }) => calls !== 0);
  return {
    calls: left.reduce((sum, { calls }) => sum + calls, 0),
    credits: left.reduce((sum, { credits }) => sum + credits, 0),
    lines: left,
  };
}

/** With BUDGET=1, prints the figures of docs/OPERATIONS.md. */
export function printUsage(what: string, { calls, credits, lines }: ProviderUsage): void {
  if (process.env['BUDGET'] === undefined) return;
  const each = lines.map(
    (line) => `    ${line.purpose} ${line.method} ${line.calls} ${line.credits}`,
  );
  process.stdout.write(`${[`${what}: ${calls} calls, ${credits} credits`, ...each].join('\n')}\n`);
}
