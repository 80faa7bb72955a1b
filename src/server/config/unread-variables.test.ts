import { describe, expect, test } from 'vitest';
import { randomKeypair } from '#localnet/keypair';
import { readConfig } from '../config.ts';
import { unreadVariables } from './unread-variables.ts';

describe('unread variables', () => {
  test.each([
    ['OWNER_WALET', 'OWNER_WALLET'],
    ['SOLANA_RPC', 'SOLANA_RPC_URL'],
    ['SOLANA_URL', 'SOLANA_RPC_URL'],
    ['TREASURY_KEY_PAIR', 'TREASURY_KEYPAIR'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['PUBLIC_ORIGN', 'PUBLIC_ORIGIN'],
    ['WORKERS', 'WORKER'],
    ['LMT_OWNER_WALLET', 'OWNER_WALLET'],
    ['LMT_DATABASE_URL', 'DATABASE_URL'],
  ])('reports %s and proposes %s', (name, meant) => {
    expect(unreadVariables({ [name]: 'secret' })).toEqual([
      `${name} is not read: is ${meant} meant?`,
    ]);
  });

  test('reports an unknown variable without a proposal if it resembles none of ours', () => {
    expect(unreadVariables({ LMT_X: '1' })).toEqual([
      'LMT_X is not read: README.md lists the variables',
    ]);
  });

  test('ignores variables of the system, variables of other programs, and empty ones', () => {
    const names = ['HOME', 'HOSTNAME', 'PATH', 'USER', 'PWD', 'POST', 'HOSTS', 'PORTS', 'TERM'];
    const others = ['NODE_ENV', 'XDG_DATA_DIRS', 'TEST_DATABASE_URL', 'STATE_DIRECTORY', 'PGDATA'];
    const env = Object.fromEntries([...names, ...others].map((name) => [name, 'x']));
    expect(unreadVariables({ ...env, OWNER_WALET: ' ' })).toEqual([]);
  });

  test('reports no variable that the configuration reads', () => {
    const env = { SOLANA_RPC_URL: 'https://rpc.example', SOLANA_CLUSTER: 'devnet' };
    expect(unreadVariables(env)).toEqual([]);
    expect(readConfig({ ...env, OWNER_WALLET: randomKeypair().address })).toBeDefined();
  });
});
