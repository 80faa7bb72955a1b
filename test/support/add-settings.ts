import type { SettingName } from '#domain/terms/settings';

/** Times in milliseconds from now. */
interface Times {
  readonly madeInMs?: number;
  readonly effectiveInMs?: number;
}

/**
 * Inserts changes of settings, in units, directly into the database; in force from now on without `times`.
 */
export function addSettings(
  values: { readonly [K in SettingName]?: bigint | null },
  { madeInMs = 0, effectiveInMs = madeInMs }: Times = {},
): string {
  const rows = Object.entries(values).map(([name, value]) => `('${name}', ${value}::numeric)`);
  // Reads the clock once, so that no change is made after its instant.
  return `insert into setting_changes (name, value, effective_at, made_at)
    select v.name, v.value, c.now + interval '${effectiveInMs} milliseconds',
      c.now + interval '${madeInMs} milliseconds'
    from (select protocol_now() as now offset 0) c, (values ${rows.join(', ')}) v (name, value)`;
}
