import { afterEach, beforeEach, expect, test } from 'vitest';
import { assignDeposit } from '#contract/payments/admin-deposits';
import { deleteBond } from '#contract/users/admin-users';
import { getHistory } from '#contract/portfolio/portfolio';
import { SECOND_MS } from '#domain/base/time';
import { World } from '#test/world';

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(() => world.close());

test('an unclaimed bond that is deleted is no longer pending, and its payment counts once', async () => {
  const [user, owner] = [await world.user(), await world.owner()];
  const { id } = await user.bond('SOL', '4.935');
  await world.settleAfter(15 * SECOND_MS);
  const { body } = await owner(deleteBond, { params: { id } });
  const bonds = async () => {
    const { all, summary } = (await user.call(getHistory, { params: { userId: user.id } })).body;
    const lines = all.filter(({ type }) => type === 'bond').map(({ status }) => status);
    return [lines, summary.volumeByToken.SOL];
  };
  expect(await bonds()).toEqual([['failed'], '0.000000000']);
  const given = { params: { id: body.depositId! }, body: { userId: user.id } };
  expect((await owner(assignDeposit, given)).status).toBe(201);
  expect(await bonds()).toEqual([['pending', 'failed'], '4.935000000']);
});
