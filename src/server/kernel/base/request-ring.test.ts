import { expect, test } from 'vitest';
import { RequestRing } from './request-ring.ts';

test('an empty ring has no percentiles', () => {
  expect(new RequestRing().figures(0)).toEqual({
    windowMs: 300_000,
    count: 0,
    faults: 0,
    p50Ms: null,
    p95Ms: null,
  });
});

test('reports p50, p95 and the count of server errors', () => {
  const ring = new RequestRing();
  for (let ms = 100; ms >= 1; ms -= 1) ring.add(ms, ms <= 3 ? 503 : ms <= 10 ? 404 : 200, ms);
  expect(ring.figures(1_000)).toMatchObject({ count: 100, faults: 3, p50Ms: 50, p95Ms: 95 });
});

test('ignores requests older than five minutes', () => {
  const ring = new RequestRing();
  ring.add(9, 500, 0);
  ring.add(1, 200, 1_000);
  expect(ring.figures(300_001)).toMatchObject({ count: 1, faults: 0, p95Ms: 1 });
});

test('keeps the last 4096 requests and reports the time that they cover', () => {
  const ring = new RequestRing();
  for (let i = 0; i < 5_000; i += 1) ring.add(i < 904 ? 1_000 : 1, 200, i);
  expect(ring.figures(5_000)).toEqual({
    windowMs: 4_096,
    count: 4_096,
    faults: 0,
    p50Ms: 1,
    p95Ms: 1,
  });
});
