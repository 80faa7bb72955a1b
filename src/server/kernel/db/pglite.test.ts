import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '#localnet/lock';
import { freshPglite } from '#test/databases';
import { openPglite } from './pglite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lmt-pglite-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an embedded database locks its folder until it is closed', async () => {
  // From an image, because a new database takes ten times as long.
  await (await freshPglite(join(folder, 'database'))).close();
  const database = await openPglite(folder, lockFolder);
  await expect(openPglite(folder, lockFolder)).rejects.toThrow('in use by another process');
  await database.close();
  await (await openPglite(folder, lockFolder)).close();
});
