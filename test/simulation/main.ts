/** `npm run simulate -- --seed N --users U --days D [--faults]`: one seeded simulation of the whole system. */
import { parseArgs } from 'node:util';
import { scriptOf } from './script.ts';
import { shrink } from './shrink.ts';
import { type Simulation, simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    users: { type: 'string', default: '20' },
    days: { type: 'string', default: '30' },
    faults: { type: 'boolean', default: false },
    /** Step numbers to run, separated by commas, as printed for a shrunk failure. */
    steps: { type: 'string' },
    /** Attempts at shrinking a failing seed. */
    tries: { type: 'string', default: '200' },
    trace: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function whole(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  process.stderr.write(`--${name} must be a whole number\n`);
  process.exit(2);
}

const of: Simulation = {
  seed: whole('seed', values.seed),
  users: whole('users', values.users),
  days: whole('days', values.days),
  hasFaults: values.faults,
  ...(values.steps === undefined
    ? {}
    : { only: values.steps.split(',').map((step) => whole('steps', step)) }),
};

/** Prints the steps that a failure needs, as a command and as a test. */
async function tellShrunk(failedAt: number): Promise<void> {
  const script = scriptOf(of);
  const upTo = (of.only ?? script.map(({ index }) => index)).filter((index) => index <= failedAt);
  const users = new Set(script.map(({ actor }) => actor));
  const groups = [...users].map((actor) =>
    upTo.filter((index) => script[index]?.actor === actor && index !== failedAt),
  );
  const fails = async (only: readonly number[]): Promise<boolean> =>
    (await simulate({ ...of, only })).violations.length > 0;
  const triesMax = whole('tries', values.tries);
  const { steps, tries } = await shrink(upTo, { groups, fails, triesMax });
  const { seed, users: people, days } = of;
  const options = of.hasFaults ? ' --faults' : '';
  say(`shrunk to ${steps.length} steps in ${tries} tries; the same in short:`);
  say(
    `  npm run simulate -- --seed ${seed} --users ${people} --days ${days}${options} --steps ${steps.join(',')}`,
  );
  say(`  test('seed ${seed}', async () => {`);
  say(`    const only = [${steps.join(', ')}];`);
  say(
    `    const life = { seed: ${seed}, users: ${people}, days: ${days}, hasFaults: ${of.hasFaults}, only };`,
  );
  say(`    expect((await simulate(life)).violations).toEqual([]);`);
  say(`  });`);
}

const { steps, violations, failedAt, trace, faults } = await simulate(of);
if (values.trace) for (const line of trace) say(line);
for (const [kind, times] of faults) say(`${kind}: ${times}`);
for (const violation of violations) say(violation);
if (failedAt !== null && values.tries !== '0') await tellShrunk(failedAt);
say(
  `seed ${of.seed}: ${of.users} users, ${of.days} days, ${steps} steps, ${violations.length} violations`,
);
process.exit(violations.length > 0 ? 1 : 0);
