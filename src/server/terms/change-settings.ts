import { serializeAdminSettings, serializeSettings } from '#contract/terms/serialize-settings';
import type { ProtocolSettings } from '#contract/terms/protocol';
import type { AdminSettings } from '#contract/terms/settings';
import { entryAt } from '#domain/base/history';
import { type Result, ok } from '#domain/base/result';
import { instant, iso } from '#domain/base/time';
import type { InForce } from '#domain/terms/terms-in-force';
import { nextStepAt } from '#domain/terms/price';
import { type ChangedTerms, changeTerms } from '#domain/terms/change-terms';
import {
  type SettingsInput,
  readRevenueInput,
  readSettingsInput,
} from '#domain/terms/settings-input';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import type { Json } from '../kernel/ledger/canonical-json.ts';
import { termsFacts } from './terms-facts.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';
import { readOffPeg } from './read-settings.ts';

/** New values under the API's names, the instant from which they hold, and the reason. */
type SettingsOrder = SettingsInput & {
  readonly effectiveAt?: string | undefined;
  readonly reason?: string | null | undefined;
};

interface Kind<Body> {
  readonly read: typeof readSettingsInput;
  /** Builds the response: what is in force now, with the change. */
  readonly present: (changed: ChangedTerms, before: InForce) => Omit<Body, 'usdcOffPeg'>;
}

/**
 * Puts settings and prices in force now, or plans settings for a later instant. Serialized, so that each
 * change sees all earlier ones, and no price step uses an outdated growth.
 */
const changing =
  <Body>({ read, present }: Kind<Body>) =>
  async (
    parts: Pick<Parts, 'database' | 'writer' | 'isStaticFeed'>,
    { actor, call }: Admin,
    { reason = null, effectiveAt, ...input }: SettingsOrder,
  ): Promise<Result<Body>> => {
    const entry = read(input, effectiveAt === undefined ? null : instant(Date.parse(effectiveAt)));
    if (!entry.ok) return entry;
    const usdcOffPeg = await readOffPeg(parts);
    const names = Object.keys(input);
    return parts.writer.commit({
      facts: termsFacts,
      key: null,
      locks: { settings: true, lmtPrice: true, terms: true },
      decide: ({ sol, now }, inForce): Decision<Result<Body>> => {
        const by = { owner: actor, reason };
        const { changes } = inForce;
        const changed = changeTerms({ inForce, changes, sol, entry: entry.value, by }, now);
        if (!changed.ok) return unwritten(changed);
        const { settings, lmtPrices, marketPrices } = changed.value;
        const log = { actor, call, reason, ...logged(names, changed.value) };
        const body = { ...present(changed.value, inForce), usdcOffPeg } as Body;
        const keep = { status: 200, body };
        const plan = { journals: [], items: [], settings, lmtPrices, marketPrices, log, keep };
        return { plan, answer: ok(body) };
      },
    });
  };

/** Returns the values before and after the change's instant, under the API's names. */
function logged(names: readonly string[], changed: ChangedTerms): { before: Json; after: Json } {
  const { at, effectiveAt } = changed;
  const of = ({ settings, prices }: ChangedTerms['before']) => {
    const all = serializeAdminSettings(settings, prices, { changedAt: at, nextStepAt: null });
    // The entered APY, even if the vaults' APY follows revenue.
    const shown: { readonly [name: string]: Json } = { ...all, currentAPY: all.fixedAPY };
    return Object.fromEntries(names.map((name) => [name, shown[name] ?? null]));
  };
  const planned = effectiveAt > at ? { effectiveAt: iso(effectiveAt) } : {};
  return { before: of(changed.before), after: { ...of(changed.after), ...planned } };
}

/** Changes fees, prices, supply or APY. Returns what is in force now. */
export const changeSettings = changing<ProtocolSettings>({
  read: readSettingsInput,
  present: ({ current: { settings, prices } }) => serializeSettings(settings, prices),
});

/** Changes revenue streams, or the APY that the owner sets. Returns what is in force now. */
export const changeRevenue = changing<AdminSettings>({
  read: readRevenueInput,
  present: ({ at, current, history, lmtPrices }, before) =>
    serializeAdminSettings(current.settings, current.prices, {
      changedAt: entryAt(history, at)?.from ?? at,
      nextStepAt: nextStepAt([...before.lmtPrices, ...lmtPrices], at),
    }),
});
