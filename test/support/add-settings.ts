import type { SettingName } from '#domain/terms/settings';

/** Instants as SQL. */
interface Times {
  readonly madeAt?: string;
  readonly effectiveAt?: string;
}

/** Inserts changes of settings, in units, behind the app's back: in force from now on without `times`. */
export function addSettings(
  values: { readonly [K in SettingName]?: bigint | null },
  { madeAt = 'protocol_now()', effectiveAt = madeAt }: Times = {},
): string {
  const rows = Object.entries(values).map(
    ([name, value]) => `('${name}', ${value}, ${effectiveAt}, ${madeAt})`,
  );
  return `insert into setting_changes (name, value, effective_at, made_at) values ${rows.join(', ')}`;
}
