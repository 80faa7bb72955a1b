import { expect, test } from 'vitest';
import { databaseProblem, serversOf } from './database-address.ts';

test.each([
  ['postgres://127.0.0.1', ['postgres://127.0.0.1']],
  ['postgresql://me:p%40ss@db:5432/lmt', ['postgresql://me:p%40ss@db:5432/lmt']],
  [
    'postgres://me@one:5432,two:5433/lmt?target_session_attrs=read-write',
    ['postgres://me@one:5432/lmt', 'postgres://me@two:5433/lmt'],
  ],
  [
    'postgres://me@[::1]:1,[::2]:2,three/lmt?sslmode=verify-full&target_session_attrs=primary&a=b',
    ['[::1]:1', '[::2]:2', 'three'].map(
      (host) => `postgres://me@${host}/lmt?sslmode=verify-full&a=b`,
    ),
  ],
  ['postgres:///lmt?host=/run/postgresql', ['postgres:///lmt?host=/run/postgresql']],
])('splits %s into its servers', (address, servers) => {
  expect(databaseProblem(address)).toBeNull();
  expect(serversOf(address)).toEqual(servers);
});

test.each([
  ['mysql://127.0.0.1/lmt', /starts with postgres/],
  ['postgres://one:http,two/lmt', /starts with postgres/],
  ['postgres://one:1,two:2:3/lmt', /starts with postgres/],
  ['postgres://one,two/lmt?target_session_attrs=standby', /target_session_attrs/],
  ['postgres://one/lmt?target_session_attrs=prefer-standby', /target_session_attrs/],
])('refuses %s', (address, problem) => {
  expect(databaseProblem(address)).toMatch(problem);
});
