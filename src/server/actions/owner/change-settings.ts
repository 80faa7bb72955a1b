import { presentAdminSettings, presentSettings } from '#contract/present/settings';
import type { ProtocolSettings } from '#contract/protocol';
import type { AdminSettings } from '#contract/settings';
import { type Result, ok } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import type { InForce } from '#domain/terms/in-force';
import { nextStepAt } from '#domain/terms/price';
import { type ChangedTerms, putInForce } from '#domain/terms/put-in-force';
import {
  type SettingsEntry,
  type SettingsInput,
  readRevenueInput,
  readSettingsInput,
} from '#domain/terms/settings-input';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import type { Json } from '../../store/ledger/canonical-json.ts';
import { termsFacts } from '../../store/protocol/facts.ts';
import { type Decision, unwritten } from '../../store/write/commit.ts';
import { readOffPeg } from '../protocol/read-settings.ts';

/** Values under the names that the owner sends them by, and why. */
type SettingsOrder = SettingsInput & { readonly reason?: string | null | undefined };

interface Kind<Body> {
  readonly read: (input: SettingsInput) => Result<SettingsEntry>;
  /** The answer: what is in force from then on. */
  readonly present: (changed: ChangedTerms, before: InForce) => Omit<Body, 'usdcOffPeg'>;
}

/**
 * Puts settings and prices in force from now on. One change at a time: each is made to what the one
 * before it left, and no price step is taken meanwhile with a growth that has just ceased to be.
 */
const changing =
  <Body>({ read, present }: Kind<Body>) =>
  async (
    parts: Pick<Parts, 'database' | 'writer' | 'isStaticFeed'>,
    { actor, call }: Admin,
    { reason = null, ...input }: SettingsOrder,
  ): Promise<Result<Body>> => {
    const entry = read(input);
    if (!entry.ok) return entry;
    const usdcOffPeg = await readOffPeg(parts);
    const names = Object.keys(input);
    return parts.writer.commit({
      facts: termsFacts,
      key: null,
      locks: { settings: true, lmtPrice: true, terms: true },
      decide: ({ sol, now }, inForce): Decision<Result<Body>> => {
        const changed = putInForce({ inForce, sol, entry: entry.value }, now);
        if (!changed.ok) return unwritten(changed);
        const { at, settings, lmtPrices, marketPrices } = changed.value;
        const before = named(names, changed.value.before, at);
        const after = named(names, changed.value.after, at);
        const log = { actor, call, reason, before, after };
        const body = { ...present(changed.value, inForce), usdcOffPeg } as Body;
        const keep = { status: 200, body };
        const plan = { journals: [], items: [], settings, lmtPrices, marketPrices, log, keep };
        return { plan, answer: ok(body) };
      },
    });
  };

/** Settings and prices under the names that the owner used. */
function named(
  names: readonly string[],
  { settings, prices }: ChangedTerms['before'],
  at: Instant,
): Json {
  const all = presentAdminSettings(settings, prices, { changedAt: at, nextStepAt: null });
  // The APY that was entered, whether or not it is the one in force.
  const shown: { readonly [name: string]: Json } = { ...all, currentAPY: all.fixedAPY };
  return Object.fromEntries(names.map((name) => [name, shown[name] ?? null]));
}

/** Changes fees, prices, supply or APY from now on; answers what is then in force. */
export const changeSettings = changing<ProtocolSettings>({
  read: readSettingsInput,
  present: ({ after: { settings, prices } }) => presentSettings(settings, prices),
});

/** Changes revenue streams, or the APY that the owner sets, from now on; answers what is then in force. */
export const changeRevenue = changing<AdminSettings>({
  read: readRevenueInput,
  present: ({ at, after, settings, lmtPrices }, before) =>
    presentAdminSettings(after.settings, after.prices, {
      changedAt: settings.at(-1)?.from ?? before.terms.settings.at(-1)?.from ?? at,
      nextStepAt: nextStepAt([...before.lmtPrices, ...lmtPrices], at),
    }),
});
