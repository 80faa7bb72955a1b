import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freshPostgres } from '#test/databases';
import { ask } from '#test/support/store';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

const SERVER = process.env['TEST_DATABASE_URL'];

test.skipIf(SERVER === undefined)(
  'the application role can migrate and write, but cannot change the schema',
  async () => {
    const fresh = await freshPostgres(SERVER!);
    const { database, url } = fresh;
    onTestFinished(() => fresh.close());
    const role = `lmt_app_${randomBytes(4).toString('hex')}`;
    const script = await readFile('docs/app-role.sql', 'utf8');
    await database.exec(script.replaceAll('lmt_app', role));
    await database.exec(`alter role ${role} password 'secret'`);
    onTestFinished(() => database.exec(`drop owned by ${role}; drop role ${role}`));
    const own = new URL(url!);
    [own.username, own.password] = [role, 'secret'];
    const app = openPostgres(own.href, { connections: 2 });
    onTestFinished(() => app.close());
    expect(await migrate(app, 'migrations')).toBe(0);
    await ask(app, `insert into attempts (who, minute, count) values ('x', now(), 1)`);
    for (const forbidden of [
      'drop trigger journals_append_only on journals',
      'alter table journals disable trigger all',
      'alter table journals drop constraint journals_lines_check',
      'alter table totals drop constraint totals_pkey',
      'truncate journals',
      `set session_replication_role = 'replica'`,
      'drop table journals',
      'create table mine (a int)',
      'drop function refuse_rewrite() cascade',
    ]) {
      await expect(app.exec(forbidden), forbidden).rejects.toThrow(
        /permission denied|must be owner/,
      );
    }
  },
);
