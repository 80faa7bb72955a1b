import {
  Keypair,
  type PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { parseSystem } from '../src/rpc/parse-system.ts';

const [a, b, c, d] = Array.from({ length: 4 }, () => Keypair.generate().publicKey) as [
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
];
const BLOCKHASHES = 'SysvarRecentB1ockHashes11111111111111111111';
const RENT = 'SysvarRent111111111111111111111111111111111';

const parse = ({ data, keys }: TransactionInstruction) =>
  parseSystem(
    data,
    keys.map(({ pubkey }) => pubkey.toBase58()),
  );
const text = (...keys: PublicKey[]) => keys.map((each) => each.toBase58());
const [A, B, C, D] = text(a, b, c, d);

describe('parsed system program instructions match a cluster’s names', () => {
  it.each<[string, TransactionInstruction, object]>([
    [
      'createAccount',
      SystemProgram.createAccount({
        fromPubkey: a,
        newAccountPubkey: b,
        lamports: 5,
        space: 80,
        programId: c,
      }),
      { source: A, newAccount: B, lamports: 5n, space: 80n, owner: C },
    ],
    [
      'createAccountWithSeed',
      SystemProgram.createAccountWithSeed({
        fromPubkey: a,
        newAccountPubkey: b,
        basePubkey: a,
        seed: 'stake:0',
        lamports: 5,
        space: 80,
        programId: c,
      }),
      {
        source: A,
        newAccount: B,
        base: A,
        seed: 'stake:0',
        lamports: 5n,
        space: 80n,
        owner: C,
      },
    ],
    [
      'transfer',
      SystemProgram.transfer({ fromPubkey: a, toPubkey: b, lamports: 7 }),
      { source: A, destination: B, lamports: 7n },
    ],
    [
      'transferWithSeed',
      SystemProgram.transfer({
        fromPubkey: a,
        basePubkey: b,
        toPubkey: c,
        lamports: 7,
        seed: 'x',
        programId: d,
      }),
      {
        source: A,
        sourceBase: B,
        destination: C,
        lamports: 7n,
        sourceSeed: 'x',
        sourceOwner: D,
      },
    ],
    [
      'advanceNonce',
      SystemProgram.nonceAdvance({ noncePubkey: a, authorizedPubkey: b }),
      { nonceAccount: A, recentBlockhashesSysvar: BLOCKHASHES, nonceAuthority: B },
    ],
    [
      'withdrawFromNonce',
      SystemProgram.nonceWithdraw({
        noncePubkey: a,
        authorizedPubkey: b,
        toPubkey: c,
        lamports: 9,
      }),
      {
        nonceAccount: A,
        destination: C,
        recentBlockhashesSysvar: BLOCKHASHES,
        rentSysvar: RENT,
        nonceAuthority: B,
        lamports: 9n,
      },
    ],
    [
      'initializeNonce',
      SystemProgram.nonceInitialize({ noncePubkey: a, authorizedPubkey: b }),
      {
        nonceAccount: A,
        recentBlockhashesSysvar: BLOCKHASHES,
        rentSysvar: RENT,
        nonceAuthority: B,
      },
    ],
    [
      'authorizeNonce',
      SystemProgram.nonceAuthorize({
        noncePubkey: a,
        authorizedPubkey: b,
        newAuthorizedPubkey: c,
      }),
      { nonceAccount: A, nonceAuthority: B, newAuthorized: C },
    ],
    ['allocate', SystemProgram.allocate({ accountPubkey: a, space: 3 }), { account: A, space: 3n }],
    ['assign', SystemProgram.assign({ accountPubkey: a, programId: b }), { account: A, owner: B }],
  ])('%s', (type, instruction, info) => {
    expect(parse(instruction)).toEqual({ type, info });
  });

  it('returns null for truncated or unknown instructions', () => {
    const { data, keys } = SystemProgram.transfer({ fromPubkey: a, toPubkey: b, lamports: 7 });
    const accounts = keys.map(({ pubkey }) => pubkey.toBase58());
    expect(parseSystem(data.subarray(0, 11), accounts)).toBeNull();
    expect(parseSystem(data, accounts.slice(1))).toBeNull();
    expect(parseSystem(Buffer.from([99, 0, 0, 0]), accounts)).toBeNull();
    expect(parseSystem(Buffer.alloc(3), accounts)).toBeNull();
  });
});
