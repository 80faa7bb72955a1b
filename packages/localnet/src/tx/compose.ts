import type { Key } from '../bytes/key.ts';
import { Writer } from '../bytes/writer.ts';
import type { Keypair } from '../keypair.ts';

export interface AccountUse {
  readonly key: Key;
  readonly signer?: boolean;
  readonly writable?: boolean;
}

export interface ComposedInstruction {
  readonly program: Key;
  readonly accounts: readonly AccountUse[];
  readonly data: Buffer;
}

/** Returns unique keys with merged privileges: signers first, writable before read-only. */
function orderedKeys(
  payer: Key,
  instructions: readonly ComposedInstruction[],
): Required<AccountUse>[] {
  const uses = new Map<Key, Required<AccountUse>>();
  const note = ({ key, signer = false, writable = false }: AccountUse): void => {
    const known = uses.get(key);
    uses.set(key, {
      key,
      signer: signer || (known?.signer ?? false),
      writable: writable || (known?.writable ?? false),
    });
  };
  note({ key: payer, signer: true, writable: true });
  for (const { program, accounts } of instructions) {
    for (const use of accounts) note(use);
    note({ key: program });
  }
  const rank = ({ signer, writable }: Required<AccountUse>): number =>
    (signer ? 0 : 2) + (writable ? 0 : 1);
  return [...uses.values()].sort((a, b) => rank(a) - rank(b));
}

/** Builds a legacy transaction signed by `signers`, the first of whom pays. Lists must have fewer than 128 items. */
export function composeTransaction(
  signers: readonly [Keypair, ...Keypair[]],
  blockhash: Key,
  instructions: readonly ComposedInstruction[],
): Buffer {
  const uses = orderedKeys(signers[0].key, instructions);
  const keys = uses.map(({ key }) => key);
  const count = (signer: boolean, writable: boolean): number =>
    uses.filter((use) => use.signer === signer && use.writable === writable).length;
  const message = new Writer(512);
  message
    .u8(count(true, true) + count(true, false))
    .u8(count(true, false))
    .u8(count(false, false));
  message.u8(keys.length);
  for (const key of keys) message.latin1(key);
  message.latin1(blockhash).u8(instructions.length);
  for (const { program, accounts, data } of instructions) {
    message.u8(keys.indexOf(program)).u8(accounts.length);
    for (const { key } of accounts) message.u8(keys.indexOf(key));
    message.u8(data.length).raw(data);
  }
  const bytes = message.done();
  const signatures = uses
    .filter(({ signer }) => signer)
    .map(({ key }) => {
      const signer = signers.find((each) => each.key === key);
      if (!signer) throw new Error('a signer is missing');
      return signer.sign(bytes);
    });
  return Buffer.concat([Buffer.from([signatures.length]), ...signatures, bytes]);
}
