import { describe, expect, test } from 'vitest';

import { brokenArrows, zodInBrowser } from './arrows.ts';
import { importsOf } from './imports.ts';
import { codeUnder, madeUp } from './sources.ts';

const sources = codeUnder('src', 'packages', 'test', 'bench', 'seed');

describe('the import arrows', () => {
  test('hold in the whole tree', () => {
    expect(brokenArrows(sources)).toEqual([]);
  });

  test('no zod reaches the browser', () => {
    expect(zodInBrowser(sources)).toEqual([]);
  });
});

const BAD: readonly (readonly [file: string, specifier: string])[] = [
  ['src/domain/bond.ts', 'zod'],
  ['src/domain/bond.ts', '#contract/bonds'],
  ['src/domain/bond.ts', '../server/clock.ts'],
  ['src/domain/bonds/bond.ts', '../vaults/vault.ts'],
  ['src/contract/bonds/bonds.ts', '#server/app'],
  ['src/contract/bonds/bonds.ts', 'fastify'],
  ['src/server/app.ts', '#web/app/router.tsx'],
  ['src/server/app.ts', '#localnet/chain'],
  ['src/server/kernel/prices/feed.ts', '#server/kernel/db/database'],
  ['src/server/kernel/write/plan.ts', '#server/bonds/open-bond'],
  ['src/server/kernel/sessions/sessions.ts', '#server/kernel/parts'],
  ['src/server/kernel/events/changes.ts', '#server/kernel/db/database'],
  ['src/server/payments/settle-payment.ts', '#server/bonds/open-bond'],
  ['src/server/bonds/open-bond.ts', '#server/kernel/http/refusals'],
  ['src/server/bonds/open-bond.ts', '#server/start/server-parts'],
  ['src/server/vaults/sweep-vaults.ts', '#test/world'],
  ['packages/localnet/src/chain.ts', '../../../src/domain/base/money.ts'],
  ['packages/localnet/test/harness.ts', '../../../test/databases.ts'],
  ['packages/localnet/src/chain.ts', '../test/harness.ts'],
  ['src/web/app/router.tsx', '#server/app'],
  ['src/web/app/router.tsx', '#localnet/chain'],
  ['src/web/terms/settings-tab.tsx', '#web/vaults/vault-list.tsx'],
  ['src/web/bonds/bond-form.tsx', '#web/app/router.tsx'],
  ['src/web/kernel/ui/cards/card.tsx', '#web/kernel/api/client.ts'],
  ['src/web/kernel/api/client.ts', '#web/kernel/pay/start.ts'],
  ['src/web/kernel/pay/start.ts', '#web/bonds/bond-form.tsx'],
];

const GOOD: readonly (readonly [file: string, specifier: string])[] = [
  ['src/domain/bond.ts', './money.ts'],
  ['src/domain/vaults/vault.ts', '../bonds/bond.ts'],
  ['src/contract/bonds/bonds.ts', 'zod/mini'],
  ['src/server/main.ts', '#localnet/chain'],
  ['src/server/main.ts', '#server/kernel/db/postgres'],
  ['src/server/app.ts', '#server/kernel/http/refusals'],
  ['src/server/start/routes.ts', '#server/bonds/open-bond'],
  ['src/server/bonds/open-bond.ts', '#server/payments/settle-payment'],
  ['src/server/bonds/open-bond.ts', '#server/kernel/parts'],
  ['src/server/kernel/guards/session.ts', '#server/kernel/parts'],
  ['src/server/kernel/db/relay-changes.ts', '#server/kernel/events/changes'],
  ['src/web/bonds/bond-form.tsx', '#web/kernel/pay/start.ts'],
  ['src/web/bonds/bond-form.tsx', './preview.tsx'],
  ['src/web/kernel/api/client.ts', '#web/kernel/ui/texts/shared-texts.ts'],
  ['src/web/portfolio/positions.tsx', '#web/vaults/vault-badge.tsx'],
  ['src/web/app/router.tsx', '#web/bonds/bond-form.tsx'],
  ['src/server/bonds/bond-queries.test.ts', '#test/world'],
];

describe('the checker of arrows', () => {
  test.each(BAD)('finds %s → %s', (file, specifier) => {
    expect(brokenArrows([madeUp(file, `import { x } from '${specifier}';`)])).not.toEqual([]);
  });

  test.each(GOOD)('allows %s → %s', (file, specifier) => {
    expect(brokenArrows([madeUp(file, `import { x } from '${specifier}';`)])).toEqual([]);
  });

  test.each([
    ["import type { X } from '#server/app';"],
    ["export * from '#server/app';"],
    ["export type { X } from '#server/app';"],
    ["const x = await import('#server/app');"],
    ["type X = import('#server/app').X;"],
    ["import '#server/app';"],
  ])('finds it written as %s', (text) => {
    expect(brokenArrows([madeUp('src/web/app/router.tsx', text)])).toHaveLength(1);
  });

  test('tells types from what stays at run time', () => {
    const kinds = [
      "import type { A } from 'a';",
      "import { type A } from 'a';",
      "export type { A } from 'a';",
    ].map((text) => importsOf(madeUp('src/web/a.ts', text))[0]?.typeOnly);
    expect(kinds).toEqual([true, false, true]);
  });

  test('finds zod that comes by a detour', () => {
    const contract = [
      madeUp('src/contract/bonds/bonds.ts', "import * as z from 'zod';"),
      madeUp('src/contract/routes.ts', 'export const routes = {};'),
    ];
    const web = (text: string) => [...contract, madeUp('src/web/kernel/api/client.ts', text)];
    expect(zodInBrowser(web("import { bonds } from '#contract/bonds/bonds';"))).toHaveLength(1);
    expect(zodInBrowser(web("import { type Bond } from '#contract/bonds/bonds';"))).toHaveLength(1);
    expect(zodInBrowser(web("import type { Bond } from '#contract/bonds/bonds';"))).toEqual([]);
    expect(zodInBrowser(web("import { routes } from '#contract/routes';"))).toEqual([]);
  });
});
