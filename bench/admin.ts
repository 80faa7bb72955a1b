import { freshPostgres } from '../test/databases.ts';
import { type Side, openSide } from './admin-side.ts';
import { TABS, type Tab } from './admin-tabs.ts';
import { seedPeople } from './people.ts';
import { scratch } from './pgbench.ts';
import { type Row, median, percentile } from './row.ts';

const FEW = 1_000;
const MANY = 100_000;
const LOADS = 40;
const WARM_UPS = 3;
const GOAL = 3;
const BYTES_MAX = 1_000_000;

type Report = (row: Row) => void;
type Times = Readonly<Record<Tab, number[]>>;

/** The first data of the dashboard's ten tabs, with a hundred thousand users against a thousand. */
export async function admin(report: Report): Promise<void> {
  const few = await seeded(FEW);
  try {
    const many = await seeded(MANY);
    try {
      await measure(few, many, report);
      await few.check();
      await many.check();
    } finally {
      await many.close();
    }
  } finally {
    await few.close();
  }
}

async function measure(few: Side, many: Side, report: Report): Promise<void> {
  const audits = { few: await few.audit(), many: await many.audit() };
  const tabs = Object.keys(TABS) as Tab[];
  const first = { few: await round(few, tabs), many: await round(many, tabs) };
  const times = { few: timesOf(tabs), many: timesOf(tabs) };
  for (let load = -WARM_UPS; load < LOADS; load += 1) {
    for (const tab of tabs) {
      await few.write();
      await many.write();
      // The second side finds the processor's caches as the first left them.
      const order = load % 2 === 0 ? ([few, many] as const) : ([many, few] as const);
      for (const side of order) {
        const took = await side.load(tab);
        if (load >= 0) times[side === few ? 'few' : 'many'][tab].push(took);
      }
    }
  }
  for (const tab of tabs) report(rowOf(tab, times.few[tab], times.many[tab]));
  report(bytesRow(many));
  const ms = (took: number): string => `${Math.round(took)} ms`;
  const reported = (name: string, floor: number, ours: number): Row => ({
    name,
    floor: `${ms(floor)} of ${few.users} users`,
    ours: ms(ours),
    ratio: ours / floor,
    goal: 'reported',
    holds: true,
  });
  report(reported('admin, all tabs once after a start', first.few, first.many));
  report(reported('admin, audit of everybody', audits.few, audits.many));
}

const timesOf = (tabs: readonly Tab[]): Times =>
  Object.fromEntries(tabs.map((tab): [Tab, number[]] => [tab, []])) as Record<Tab, number[]>;

async function round(side: Side, tabs: readonly Tab[]): Promise<number> {
  let took = 0;
  for (const tab of tabs) took += await side.load(tab);
  return took;
}

function rowOf(tab: Tab, few: readonly number[], many: readonly number[]): Row {
  const shown = (values: readonly number[]): string =>
    `${median(values).toFixed(1)} / ${percentile(values, 95).toFixed(1)}`;
  const ratios = [median(many) / median(few), percentile(many, 95) / percentile(few, 95)];
  const ratio = Math.max(...ratios);
  return {
    name: `admin ${tab} tab, first data (p50 / p95 ms; the worse ratio)`,
    floor: `${shown(few)} of ${FEW} users`,
    ours: shown(many),
    ratio,
    goal: `≤ ${GOAL}`,
    holds: ratio <= GOAL,
  };
}

function bytesRow(many: Side): Row {
  const { path, bytes } = many.largest();
  const ratio = bytes / BYTES_MAX;
  return {
    name: 'admin, largest answer (bytes)',
    floor: String(BYTES_MAX),
    ours: `${bytes} ${path}`,
    ratio,
    goal: '≤ 1',
    holds: ratio <= 1,
  };
}

async function seeded(users: number): Promise<Side> {
  const stored = await freshPostgres(scratch().server);
  await seedPeople(stored.database, users);
  return openSide(stored, users);
}
