import { describe, expect, test } from 'vitest';
import { getPrices } from '#contract/terms/prices';
import { DAY_MS, HOUR_MS } from '#domain/base/time';
import { World } from '#test/world';

describe('GET /api/prices with the static feed', () => {
  const world = World.forTests({ steady: false });

  const prices = (symbols: string, query: Record<string, string> = {}) =>
    world.call(getPrices, { params: { symbols }, query });

  test('returns numbers by symbol, case-insensitively, without unknown symbols', async () => {
    const { status, body } = await prices('sol,USDC, kfr,Bml,SOL,NOPE,BTC,,%,toString,\u0000');
    expect(status).toBe(200);
    expect(body).toEqual({ SOL: 200, USDC: 1, KFR: 0.0024669, BML: 0.000002387 });
    expect((await prices('NOPE')).body).toEqual({});
    expect((await prices('SOL', { detail: 'false' })).body).toEqual({ SOL: 200 });
  });

  test('returns sources on request; LMT has the protocol’s price', async () => {
    await world.setLmtPrice('987');
    await world.advance(8 * DAY_MS);
    const { body } = await prices('SOL,LMT', { detail: 'true' });
    const { SOL, LMT } = body as Record<string, { ageMs: number }>;
    expect(SOL).toMatchObject({ price: 200, source: 'static' });
    expect(SOL!.ageMs).toBeGreaterThanOrEqual(8 * DAY_MS);
    expect(LMT).toMatchObject({ price: 1001.805, source: 'protocol' });
    expect(LMT!.ageMs).toBeGreaterThanOrEqual(DAY_MS);
    expect(LMT!.ageMs).toBeLessThan(DAY_MS + HOUR_MS);
    expect((await prices('lmt')).body).toEqual({ LMT: 1001.805 });
  });

  test('accepts at most 50 symbols', async () => {
    const of = (count: number): string =>
      Array.from({ length: count }, (_, i) => `LONGSYMBOL${i}`).join();
    expect((await prices(`SOL,${of(49)}`)).body).toEqual({ SOL: 200 });
    expect(await prices(of(51))).toMatchObject({ status: 400, body: { code: 'MALFORMED' } });
    expect((await prices('X'.repeat(1_001))).status).toBe(400);
    expect((await prices('SOL', { detail: 'yes' })).status).toBe(400);
  });
});
