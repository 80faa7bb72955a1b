import { beforeAll, expect, test } from 'vitest';
import { cleanUpBonds, fixAll, verifyBlockchain } from '#contract/audit/chain-audit';
import { getLog } from '#contract/audit/admin-log';
import { HOUR_MS } from '#domain/base/time';
import type { Cache } from '#server/kernel/cache/cache';
import { type AsOwner, World } from '#test/world';
import type { Node } from '#test/world/node';

const world = World.forTests();
let owner: AsOwner;
let node: Node;
/** Lookups per payment. They block until this many calls wait. */
const asked = new Map<string, number>();
let waited = 0;
let callers = 0;
let open = (): void => {};
let gate = Promise.resolve();

function holdUntil(count: number): void {
  asked.clear();
  [waited, callers] = [count, 0];
  gate = new Promise((resolve) => (open = resolve));
}
const comes = (count: number): void => {
  if (count >= waited) open();
};

beforeAll(async () => {
  owner = await world.owner();
  for (let made = 0; made < 3; made += 1) await (await world.user()).bond('SOL', '1');
  await world.advance(2 * HOUR_MS);
  const { chain, cache } = world.node.parts;
  const facts = async (signature: string) => {
    asked.set(signature, (asked.get(signature) ?? 0) + 1);
    comes(asked.get(signature)!);
    await gate;
    return chain.facts(signature);
  };
  const share: Cache['share'] = (key, read) => {
    const answer = cache.share(key, read);
    comes((callers += 1));
    return answer;
  };
  const sharing = { share, recent: cache.recent.bind(cache), memo: cache.memo.bind(cache) };
  node = await world.restart({ chain: { ...chain, facts }, cache: sharing as Cache });
});

const timesAsked = () => [...asked.values()];

test('concurrent lists of fake bonds share one scan', async () => {
  holdUntil(3);
  const query = { dryRun: 'true' };
  const answers = await Promise.all([
    owner(cleanUpBonds, { query }, node),
    owner(cleanUpBonds, { query }, node),
    owner(fixAll, { query }, node),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(timesAsked()).toEqual([1, 1, 1]);
});

test('concurrent verifications share one scan, and each is answered and logged', async () => {
  holdUntil(2);
  const answers = await Promise.all([
    owner(verifyBlockchain, { body: { reason: 'first' } }, node),
    owner(verifyBlockchain, { body: { reason: 'second' } }, node),
  ]);
  for (const { body } of answers) expect(body).toMatchObject({ bondsChecked: 3, bondsVerified: 3 });
  expect(timesAsked()).toEqual([1, 1, 1]);
  const { entries } = (await owner(getLog, { query: { call: 'verify-blockchain' } })).body;
  expect(new Set(entries.map(({ reason }) => reason))).toEqual(new Set(['first', 'second']));
});

test('a scan for earlier callers is not cached for later ones', async () => {
  holdUntil(1);
  await owner(verifyBlockchain, { body: {} }, node);
  expect(timesAsked()).toEqual([1, 1, 1]);
});

test('a plan is made from its own scan, not from a later list in flight', async () => {
  const user = await world.user();
  const [old, young] = [(await user.post('USDC', '20')).body, (await user.post('USDC', '21')).body];
  const made = async (id: string, ago: string): Promise<void> =>
    void (await world.rows(
      'update bonds set created_at = protocol_now() - $2::text::interval where id = $1',
      [id, ago],
    ));
  await made(old.id, '2 hours');
  holdUntil(1);
  const query = { dryRun: 'true' };
  const { plan, changes } = (await owner(cleanUpBonds, { query }, node)).body;
  expect(changes).toMatchObject([{ bondId: old.id }]);
  await user.bond('SOL', '1');
  await world.advance(2 * HOUR_MS);
  // The list blocks on the chain until the plan asks as well.
  holdUntil(2);
  const [listed, done] = await Promise.all([
    owner(cleanUpBonds, { query }, node),
    owner(cleanUpBonds, { query: { plan } }, node),
  ]);
  expect(listed.body.changes).toMatchObject([{ bondId: old.id }, { bondId: young.id }]);
  expect(done.body).toMatchObject({ changes, deletedCount: 1 });
});
