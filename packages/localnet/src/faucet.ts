import { type Address, address } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS, findAssociatedTokenPda } from '@solana-program/token';
import type { Chain } from './bank/chain.ts';
import { readMint } from './bank/token-state.ts';
import { encodeBase58 } from './bytes/base58.ts';
import { type Key, key } from './bytes/key.ts';
import { Writer } from './bytes/writer.ts';
import { type Keypair, keypair } from './keypair.ts';
import { ASSOCIATED_TOKEN, COMPUTE_BUDGET, SYSTEM, TOKEN } from './programs.ts';
import { type ComposedInstruction, composeTransaction } from './tx/compose.ts';
import { errorText } from './tx/error-text.ts';
import { parseTransaction } from './tx/parse.ts';

/** 500,000,000 SOL: more than tests ask for, and far below 2⁶⁴ lamports. */
const ENDOWMENT = 500_000_000n * 1_000_000_000n;
const MINT_BYTES = 82;

const transfer = (from: Key, to: Key, lamports: bigint): ComposedInstruction => ({
  program: SYSTEM,
  accounts: [
    { key: from, signer: true, writable: true },
    { key: to, writable: true },
  ],
  data: new Writer(12).u32(2).u64(lamports).done(),
});

const createAccount = ({
  from,
  made,
  lamports,
  bytes,
  owner,
}: {
  readonly from: Key;
  readonly made: Key;
  readonly lamports: bigint;
  readonly bytes: number;
  readonly owner: Key;
}): ComposedInstruction => ({
  program: SYSTEM,
  accounts: [
    { key: from, signer: true, writable: true },
    { key: made, signer: true, writable: true },
  ],
  data: new Writer(52).u32(0).u64(lamports).u64(BigInt(bytes)).latin1(owner).done(),
});

const initializeMint = (mint: Key, decimals: number, authority: Key): ComposedInstruction => ({
  program: TOKEN,
  accounts: [{ key: mint, writable: true }],
  data: new Writer(35).u8(20).u8(decimals).latin1(authority).u8(0).done(),
});

const createTokenAccount = ({
  payer,
  made,
  owner,
  mint,
}: {
  readonly payer: Key;
  readonly made: Key;
  readonly owner: Key;
  readonly mint: Key;
}): ComposedInstruction => ({
  program: ASSOCIATED_TOKEN,
  accounts: [
    { key: payer, signer: true, writable: true },
    { key: made, writable: true },
    { key: owner },
    { key: mint },
    { key: SYSTEM },
    { key: TOKEN },
  ],
  // CreateIdempotent: succeeds if the account exists.
  data: Buffer.from([1]),
});

const mintTokens = ({
  mint,
  to,
  authority,
  units,
}: {
  readonly mint: Key;
  readonly to: Key;
  readonly authority: Key;
  readonly units: bigint;
}): ComposedInstruction => ({
  program: TOKEN,
  accounts: [
    { key: mint, writable: true },
    { key: to, writable: true },
    { key: authority, signer: true },
  ],
  data: new Writer(9).u8(7).u64(units).done(),
});

/** Source of all SOL and minted tokens. Sends ordinary transactions. */
export class Faucet {
  readonly #chain: Chain;
  readonly #keypair: Keypair;
  #sent = 0;

  constructor(chain: Chain) {
    this.#chain = chain;
    this.#keypair = keypair(chain.genesis.faucetSeed);
  }

  get address(): string {
    return this.#keypair.address;
  }

  /** Funds the faucet account. Called before `restore`, because it is part of genesis. */
  endow(): void {
    const account = {
      lamports: ENDOWMENT,
      data: Buffer.alloc(0),
      owner: SYSTEM,
      executable: false,
    };
    this.#chain.endow(this.#keypair.key, account);
  }

  /** Lands a transaction of the faucet. Resolves with its signature once durable. */
  async #send(
    instructions: readonly ComposedInstruction[],
    ...signers: Keypair[]
  ): Promise<string> {
    const chain = this.#chain;
    chain.tick();
    // A unique compute limit makes otherwise equal transactions of one slot distinct. It exceeds what any of
    // them uses.
    const limit = {
      program: COMPUTE_BUDGET,
      accounts: [],
      data: new Writer(5)
        .u8(2)
        .u32(200_000 + this.#sent)
        .done(),
    };
    this.#sent = (this.#sent + 1) % 1_000_000;
    const transaction = parseTransaction(
      composeTransaction([this.#keypair, ...signers], chain.blockhashes.of(chain.slot), [
        limit,
        ...instructions,
      ]),
    );
    if (chain.refusal(transaction) === 'AlreadyProcessed')
      return this.#send(instructions, ...signers);
    const resolved = chain.resolve(transaction);
    if (typeof resolved === 'string') throw new Error(errorText(resolved));
    const { landed, effects } = chain.land(transaction, resolved);
    if (!landed) throw new Error(`the faucet failed: ${errorText(effects.execution.error ?? '')}`);
    await chain.durable();
    return encodeBase58(transaction.signatures[0] ?? Buffer.alloc(0));
  }

  airdrop(to: string, lamports: bigint): Promise<string> {
    return this.#send([transfer(this.#keypair.key, key(to), lamports)]);
  }

  async createMint(secretKey: Uint8Array, decimals: number): Promise<void> {
    const mint = keypair(secretKey);
    const there = this.#chain.account(mint.key, 'processed');
    if (there && readMint(there)) return;
    const rent = this.#chain.executor.svm.rentExemption(MINT_BYTES);
    await this.#send(
      [
        createAccount({
          from: this.#keypair.key,
          made: mint.key,
          lamports: rent,
          bytes: MINT_BYTES,
          owner: TOKEN,
        }),
        initializeMint(mint.key, decimals, this.#keypair.key),
      ],
      mint,
    );
  }

  async mintTo(mint: string, owner: string, units: bigint): Promise<string> {
    const account = key(await associatedTokenAccount(mint, owner));
    const self = this.#keypair.key;
    return this.#send([
      createTokenAccount({ payer: self, made: account, owner: key(owner), mint: key(mint) }),
      mintTokens({ mint: key(mint), to: account, authority: self, units }),
    ]);
  }
}

/** Returns the address of the associated token account. */
async function associatedTokenAccount(mint: string, owner: string): Promise<Address> {
  const [found] = await findAssociatedTokenPda({
    mint: address(mint),
    owner: address(owner),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  return found;
}
