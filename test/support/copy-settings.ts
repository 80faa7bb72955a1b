import { SETTINGS } from '#server/store/entities/settings';

/** Inserts the newest settings again, with other values (as SQL) in some columns. */
export function copySettings(changes: Readonly<Record<string, string>>): string {
  const names = SETTINGS.columns.map(([name]) => name);
  const values = names.map((name) => changes[name] ?? name);
  return `insert into settings (${names.join(', ')})
    select ${values.join(', ')} from settings order by id desc limit 1`;
}
