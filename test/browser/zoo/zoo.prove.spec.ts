import { test } from '../app.ts';
import { tries } from '../../prove/effort.ts';
import { type Visit, bond, bondBySending, entry, resume, stake } from './flows.ts';
import { ZOO } from './kinds.ts';

const FLOWS: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  'signs in and comes back': entry,
  bonds: bond,
  'is killed and goes on': resume,
  stakes: stake,
};

/** In the short form each kind goes through one flow and each flow is gone through; in full all of them. */
const step = tries(Object.keys(FLOWS).length, 1);

for (const [k, [who, kind]] of Object.entries(ZOO).entries()) {
  for (const [f, [does, flow]] of Object.entries(FLOWS).entries()) {
    if ((k + f) % step !== 0) continue;
    test(`${who} ${does}`, async ({ app, page, context }) => {
      test.setTimeout(180_000);
      await flow({ app, page, context, kind });
    });
  }
}

test('a slow signer has the wallet send the payment, which is asked for no more', async ({
  app,
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const kind = { name: 'OneKey', slow: 2, lacks: ['solana:signIn'] };
  await bondBySending({ app, page, context, kind });
});
