import { describe, expect, test } from 'vitest';
import { directAccess, emergencyPause } from '#contract/users/admin-session';
import { getNonce } from '#contract/users/auth';
import { errorBody } from '#contract/base/endpoint';
import { type Code, REFUSALS, kindOf } from '#domain/base/errors';
import { routes } from '#server/start/routes';
import { count, tries } from '#test/prove/effort';
import { Random } from '#test/simulation/random';
import { World } from '#test/world';
import { IMPATIENT } from '#test/world/node';
import { adminProof } from '#test/world/wallet';
import { type FuzzRequest, FuzzRequests, type Material } from './fuzz-requests.ts';
import { type Victim, victimIn } from './requests.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const REQUESTS = tries(3_000, 30_000);
const AT_ONCE = 4;
/** Requests after which sessions are renewed and a pause is ended. */
const ROUND = 250;

/** Fuzzes every call of the contract with invalid and nearly valid values. */
describe('API under fuzzing', () => {
  const world = World.forTests({ parts: { paymentWait: IMPATIENT } });

  /** Signs all users in again and ends a pause. */
  async function materialFor(victim: Victim): Promise<Material> {
    const stranger = await world.user();
    const user = await world.signedIn(victim.user.wallet);
    const owner = await world.signedIn(await world.ownerWallet());
    const nonce = async (body: object) => (await world.call(getNonce, { body })).body;
    const opened = await owner.call(directAccess, { body: await adminProof(owner.wallet, nonce) });
    const admin = {
      'x-admin-session': opened.body.sessionToken,
      'x-wallet-address': owner.address,
    };
    const resume = { body: { paused: false }, headers: admin };
    expect((await world.call(emergencyPause, resume)).status).toBe(200);
    const endpoints = routes(world.node.parts).map(({ endpoint }) => endpoint);
    const rows = await world.rows<{ id: string }>(
      'select id::text as id from bonds union all select id::text from vaults union all select id::text from sells',
    );
    const known = [
      ...rows.slice(0, 50).map(({ id }) => id),
      victim.user.id,
      victim.user.address,
      stranger.id,
      stranger.address,
      world.till.treasury,
    ];
    return { endpoints, sessions: [{}, user.headers, stranger.headers, admin], victim, known };
  }

  test(`answers ${REQUESTS} generated requests without a server error, and keeps the ledger sound`, async () => {
    let victim = await victimIn(world);
    const answered = new Map<number, number>();
    const lanes = Array.from(
      { length: AT_ONCE },
      (_, lane) => new FuzzRequests(new Random(SEED, lane)),
    );
    for (let done = 0; done < REQUESTS; done += ROUND) {
      const [known] = await world.rows('select 1 from users where id = $1', [victim.user.id]);
      if (!known) victim = await victimIn(world);
      const material = await materialFor(victim);
      const ask = async (requests: FuzzRequests): Promise<void> => {
        for (let i = 0; i < ROUND / AT_ONCE; i += 1) {
          const status = await answerTo(requests.next(material));
          answered.set(status, (answered.get(status) ?? 0) + 1);
        }
      };
      await Promise.all(lanes.map(ask));
      count('requests fuzzed', ROUND);
    }
    expect(answered.get(200)).toBeGreaterThan(REQUESTS / 20);
    await world.settleAfter(60_000);
    // Ignores alerts, which some generated settings cause.
    world.alerts.splice(0);
    await world.expectSound();
  }, 3_600_000);

  /** Sends a request and checks the form of its response. Returns the status. */
  async function answerTo(request: FuzzRequest): Promise<number> {
    const { statusCode: status, headers, payload } = await world.node.app.inject(request);
    if (status < 400) return status;
    const shown = `seed ${SEED}: ${JSON.stringify(request).slice(0, 1_500)} → ${status} ${payload}`;
    const isText = headers['x-error-code'] !== undefined;
    const body = isText
      ? { error: payload, code: headers['x-error-code'], requestId: headers['x-request-id'] }
      : (JSON.parse(payload) as unknown);
    const { error, data } = errorBody.safeParse(body);
    expect(error?.issues ?? [], shown).toEqual([]);
    expect(data?.requestId, shown).toBe(headers['x-request-id']);
    expect(Object.keys(REFUSALS), shown).toContain(data?.code);
    // Of 5xx codes, only those documented as unavailable are allowed.
    if (status >= 500)
      expect([status, kindOf(data?.code as Code)], shown).toEqual([503, 'unavailable']);
    return status;
  }
});
