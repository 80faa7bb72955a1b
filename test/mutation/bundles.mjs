/** Where the bundled tests lie, in the folder that Stryker works in. */
export const BUNDLES = 'bundles';
/** Folders of the rules and their tests. */
export const FOLDERS = [
  'src/domain',
  ...['tree', 'files', 'checks'].map((name) => `packages/proof/src/${name}`),
];
/** A test file's bundle: src/domain/base/money.test.ts is base+money.mjs. */
export const bundleOf = (testFile) =>
  testFile.replace('src/domain/', '').replace('.test.ts', '.mjs').replaceAll('/', '+');
