/** Returns the differences between a response and the expected fields; ignores additional fields. */
export function differences(expected: unknown, actual: unknown, path = ''): string[] {
  const differs = (): string[] => [`${path}: ${text(actual)}, expected ${text(expected)}`];
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs();
    return expected.flatMap((each, i) => differences(each, actual[i], `${path}[${i}]`));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return differs();
    const fields = actual as Record<string, unknown>;
    return Object.entries(expected).flatMap(([name, value]) =>
      differences(value, fields[name], path === '' ? name : `${path}.${name}`),
    );
  }
  return expected === actual ? [] : differs();
}

const TEXT_MAX = 600;

function text(value: unknown): string {
  const written = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? each.toString() : each,
  );
  return (written ?? 'nothing').slice(0, TEXT_MAX);
}

type Listed = Readonly<Record<string, unknown>>;

/** Text of a field in a list item. */
export const fieldOf = (listed: Listed, name: string): string => {
  const value = listed[name];
  return typeof value === 'string' ? value : '';
};

const placeOf = (listed: Listed): string =>
  ['createdAt', 'requestedAt', 'transactionSignature', 'transactionHash', 'id']
    .map((name) => fieldOf(listed, name))
    .join(' ');

/** Sorts a list independently of ids where other fields differ. */
export const inOrder = (list: readonly Listed[]): Listed[] =>
  list.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
