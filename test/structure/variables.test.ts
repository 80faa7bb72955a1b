import { describe, expect, test } from 'vitest';

import { readConfig } from '#server/config';
import { VARIABLES } from '#server/config/unread-variables';
import { read } from './sources.ts';
import { exampleDefaults, namesRead, tableDefaults } from './variables.ts';

const table = tableDefaults(read('README.md').text);
const example = exampleDefaults(read('.env.example').text);
const sorted = (names: Iterable<string>): string[] => [...names].toSorted();

describe('the environment', () => {
  test('README and .env.example name what the server reads, and nothing else', () => {
    const names = namesRead(read('src/server/config.ts').text);
    expect(sorted(table.keys())).toEqual(names);
    expect(sorted(example.keys())).toEqual(names);
  });

  test('the server knows the names that it reads', () => {
    expect(sorted(VARIABLES)).toEqual(namesRead(read('src/server/config.ts').text));
  });

  test('README and .env.example tell the same defaults', () => {
    expect(Object.fromEntries(example)).toEqual(Object.fromEntries(table));
  });

  test('the server’s defaults are those', () => {
    expect(readConfig(Object.fromEntries(example))).toEqual(readConfig({}));
  });
});

describe('the readers of the environment', () => {
  test('find the defaults of a table', () => {
    const rows = `| \`PORT\`, \`HOST\` | \`5173\`, \`127.0.0.1\` | where |
| \`FEED\` | \`static\` on one, else \`live\` | which |
| \`MODEL_URL\`, \`MODEL\` | none | what |`;
    expect(Object.fromEntries(tableDefaults(rows))).toEqual({
      PORT: '5173',
      HOST: '127.0.0.1',
      FEED: 'static',
      MODEL_URL: '',
      MODEL: '',
    });
  });

  test('find the lines of an example', () => {
    const lines = '# Two words.\n# PORT=5173\n# OWNER_WALLET=\n';
    expect([...exampleDefaults(lines)]).toEqual([
      ['PORT', '5173'],
      ['OWNER_WALLET', ''],
    ]);
  });

  test('find a name on a line of its own', () => {
    expect(namesRead(`text(env, 'HOST'); oneOf(\n  env,\n  'PRICE_FEED', x)`)).toEqual([
      'HOST',
      'PRICE_FEED',
    ]);
  });
});
