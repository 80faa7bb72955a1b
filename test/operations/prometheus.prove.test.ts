import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startApp } from '#test/app';
import { storeAlerts } from '#server/alerts/active-alerts';
import { SOLE_LEADER_FENCE } from '#server/kernel/db/leader';
import { storeJobRun } from '#server/kernel/jobs/job-runs';
import { alert } from '#domain/alerts/alert';
import { instant } from '#domain/base/time';
import { findPromtool } from './promtool.ts';

const RULES = fileURLToPath(new URL('../../deploy/prometheus-rules.yml', import.meta.url));
const TESTS = RULES.replace('.yml', '.test.yml');
const PROMTOOL = findPromtool();
const on = PROMTOOL === null ? describe.skip : describe;

const promtool = (args: readonly string[], input?: string) => {
  const { status, stdout, stderr } = spawnSync(PROMTOOL ?? '', args, { encoding: 'utf8', input });
  return { status, said: stdout + stderr };
};

/** `/metrics` of a node after requests, a job run and an open alert. */
async function metricsText(): Promise<string> {
  const app = await startApp();
  try {
    const { database } = app.parts;
    const now = instant(Date.now());
    await storeJobRun(database, {
      name: 'tidy',
      everyMs: 1,
      startedAt: now,
      tookMs: 1,
      error: null,
    });
    const alerts = [alert('PARKED', 'warning', { text: 'x' })];
    await storeAlerts(database, { now, alerts, unknown: [] }, SOLE_LEADER_FENCE);
    await app.inject('/api/status');
    return (await app.inject('/metrics')).body;
  } finally {
    await app.close();
  }
}

on('Prometheus', () => {
  test('promtool accepts /metrics and the alert rules, which fire as documented', async () => {
    expect(promtool(['check', 'rules', RULES])).toMatchObject({ status: 0 });
    const tried = promtool(['test', 'rules', TESTS]);
    expect(tried.said).toContain('SUCCESS');
    expect(tried.status).toBe(0);
    const text = await metricsText();
    const checked = promtool(['check', 'metrics'], text);
    // Ignores three names of prom-client that promtool rejects.
    const ours = checked.said.split('\n').filter((line) => !/^(nodejs_active_|$)/.test(line));
    expect(ours).toEqual([]);
    const names = readFileSync(RULES, 'utf8').match(/\b(?:lmt|http|nodejs|process)_[a-z0-9_]+/g)!;
    for (const name of new Set(names)) expect(text).toMatch(new RegExp(`^${name}[{ ]`, 'm'));
  });
});
