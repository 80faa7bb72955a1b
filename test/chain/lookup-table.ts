import {
  type Address,
  AccountRole,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Encoder,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';

import type { LocalWorld } from './local-world.ts';

const PROGRAM = 'AddressLookupTab1e1111111111111111111111111' as Address;
/** A u64 of 1: the number of addresses that follow. */
const ONE = [1, 0, 0, 0, 0, 0, 0, 0];

/** Creates a usable address lookup table of alice with one address. */
export async function makeLookupTable(
  { alice, rpc, send, advance }: Pick<LocalWorld, 'alice' | 'rpc' | 'send' | 'advance'>,
  held: Address,
): Promise<Record<Address, Address[]>> {
  const slot = BigInt((await rpc('getSlot', [{ commitment: 'finalized' }])) as number);
  const seeds = [getAddressEncoder().encode(alice.address), getU64Encoder().encode(slot)];
  const [table, bump] = await getProgramDerivedAddress({ programAddress: PROGRAM, seeds });
  const accounts = [
    { address: table, role: AccountRole.WRITABLE },
    { address: alice.address, role: AccountRole.READONLY_SIGNER, signer: alice },
    { address: alice.address, role: AccountRole.WRITABLE_SIGNER, signer: alice },
    { address: SYSTEM_PROGRAM_ADDRESS, role: AccountRole.READONLY },
  ];
  const create = new Uint8Array([0, 0, 0, 0, ...getU64Encoder().encode(slot), bump]);
  const extend = new Uint8Array([2, 0, 0, 0, ...ONE, ...getAddressEncoder().encode(held)]);
  await send([{ programAddress: PROGRAM, accounts, data: create }]);
  await send([{ programAddress: PROGRAM, accounts, data: extend }]);
  advance(40);
  return { [table]: [held] };
}
