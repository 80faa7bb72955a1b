// What a bundled test imports in place of vitest: it collects the tests instead of running them.
/** The runner's: it sets it before each file. */
const { collected, expect } = globalThis.mutationTests;
export { expect };

const add = (name, run) =>
  collected.tests.push({ name: [...collected.names, name].join(' '), run });

export function describe(name, collect) {
  collected.names.push(name);
  collect();
  collected.names.pop();
}
/** Runs the body for each row: a list is spread into arguments. */
const forEachRow = (each) => (rows) => (name, run) =>
  rows.forEach((row, at) => {
    const values = Array.isArray(row) ? row : [row];
    each(`${name} [${at}]`, () => run(...values));
  });
describe.each = forEachRow(describe);

/** A test's body comes last, behind its options. */
export function test(name, ...rest) {
  add(name, rest.at(-1));
}
test.each = forEachRow(test);
