/** Where the bundled tests lie, in the folder that Stryker works in. */
export const BUNDLES = 'bundles';
/** A test file's bundle: src/domain/base/money.test.ts is base+money.mjs. */
export const bundleOf = (testFile) =>
  testFile.replace('src/domain/', '').replace('.test.ts', '.mjs').replaceAll('/', '+');
