import { expect, test } from 'vitest';
import { getAdminStats } from '#contract/treasury/admin-stats';
import { editUser } from '#contract/users/admin-users';
import { changeSettings } from '#contract/terms/settings';
import { World } from '#test/world';

test('credits at the maximum supply overflow no totals', async () => {
  const world = await World.open();
  const [owner, user] = [await world.owner(), await world.user()];
  await user.bonded('2');
  const set = (maxSupply: string) => owner(changeSettings, { body: { maxSupply } });
  const refused = await set('92233720368');
  expect([refused.status, refused.body.code]).toEqual([422, 'SETTING_OUT_OF_RANGE']);
  expect((await set('1000000000')).status).toBe(200);
  const adjustment = { direction: 'credit', amount: '1000000000' } as const;
  for (let i = 0; i < 8; i += 1) {
    const { status } = await owner(editUser, { params: { id: user.id }, body: { adjustment } });
    expect(status).toBe(200);
  }
  expect((await user.portfolio()).unstakedLMT).toBe('8000000002.00000000');
  expect((await owner(getAdminStats)).status).toBe(200);
  await world.expectSound();
  await world.close();
});
