import { expect, test } from '../app.ts';
import { installWallet } from '../test-wallet.ts';
import { connect, expectConnected, fund } from '../visitor.ts';

/** What a view of each page may ask of `/rpc`, which is paid for: only a balance that a form needs. */
const VIEWS: readonly (readonly [path: string, sign: string, calls: readonly string[]])[] = [
  ['/', 'Current APY', []],
  ['/?tab=bond', 'Active bonds', ['getBalance', 'getMinimumBalanceForRentExemption']],
  ['/?tab=stake', 'Unstaked LMT', []],
  ['/sell', 'Requirements', []],
  ['/?tab=history', 'No transactions yet', []],
  ['/?tab=info', 'Disclaimer', []],
];

test('a page view asks the chain for a balance at most, and for that once', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await installWallet(context);
  await page.goto('/');
  await connect(page);
  await fund(page);
  let asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/rpc') return;
    asked.push(...[request.postDataJSON()].flat().map(({ method }: { method: string }) => method));
  });
  for (const [path, sign, calls] of VIEWS) {
    asked = [];
    await page.goto(path);
    await expect(page.getByText(sign, { exact: false }).first()).toBeVisible();
    if (calls.length > 0) await expect.poll(() => asked.length, path).toBe(calls.length);
    // One more page of the same visit: what was asked late is counted before the next one.
    await expectConnected(page);
    expect(asked.toSorted(), path).toEqual(calls);
    if (process.env['BUDGET'] !== undefined) {
      process.stdout.write(`${path}: ${asked.length} calls ${asked.join(' ')}\n`);
    }
  }
});
