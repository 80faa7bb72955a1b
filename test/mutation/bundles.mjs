/** Where the bundled tests lie, in the folder that Stryker works in. */
export const BUNDLES = 'bundles';
/** Folders of the rules' tests. */
export const FOLDERS = ['src/domain', 'packages/proof/src/tree', 'packages/proof/src/files'];
/** Tests of rules beside checks that ask a node. */
export const SINGLE_TESTS = ['packages/proof/src/checks/check.test.ts'];
/** A test file's bundle: src/domain/base/money.test.ts is base+money.mjs. */
export const bundleOf = (testFile) =>
  testFile.replace('src/domain/', '').replace('.test.ts', '.mjs').replaceAll('/', '+');
