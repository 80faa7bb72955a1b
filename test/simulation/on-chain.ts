import { getBase58Encoder } from '@solana/kit';
import type { Localnet } from '#localnet/localnet';
import { rpc } from '#test/world/wallet';

/** Reads the chain directly, to check the server against it. */
export class OnChain {
  readonly #net: Localnet;
  readonly #mint: string;

  constructor(net: Localnet, mint: string) {
    this.#net = net;
    this.#mint = mint;
  }

  /** Slots after which a block cannot be rolled back. */
  isFinal(slot: number): boolean {
    return this.#net.slot() - slot >= 32;
  }

  /** True if a transaction is final. */
  async isFinalTransaction(signature: string): Promise<boolean> {
    const asked = [[signature], { searchTransactionHistory: true }];
    const { value } = (await rpc(this.#net, 'getSignatureStatuses', asked)) as {
      value: ({ confirmationStatus: string } | null)[];
    };
    return value[0]?.confirmationStatus === 'finalized';
  }

  async heldBy(wallet: string): Promise<{ SOL: bigint; USDC: bigint }> {
    const now = { commitment: 'confirmed' };
    const sol = (await rpc(this.#net, 'getBalance', [wallet, now])) as { value: number };
    const of = [wallet, { mint: this.#mint }, { ...now, encoding: 'jsonParsed' }];
    const usdc = (await rpc(this.#net, 'getTokenAccountsByOwner', of)) as {
      value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[];
    };
    const [account] = usdc.value;
    const units = account?.account.data.parsed.info.tokenAmount.amount ?? '0';
    return { SOL: BigInt(sol.value), USDC: BigInt(units) };
  }

  /** Slot and block time of a transaction that was just sent. */
  async placeOf(signature: string): Promise<{ slot: number; blockTime: number }> {
    const { slot, blockTime } = await this.#transaction(signature, 'confirmed');
    return { slot, blockTime: blockTime * 1_000 };
  }

  /** Memo and signers of a final transaction. */
  async memoIn(signature: string): Promise<{ memo: string; signers: string[] }> {
    const { transaction } = await this.#transaction(signature, 'finalized');
    const { accountKeys, header, instructions } = transaction.message;
    const at = accountKeys.findIndex((key) => key.startsWith('Memo'));
    const memo = instructions.find(({ programIdIndex }) => programIdIndex === at)?.data ?? '';
    return {
      memo: Buffer.from(getBase58Encoder().encode(memo)).toString(),
      signers: accountKeys.slice(0, header.numRequiredSignatures),
    };
  }

  async #transaction(signature: string, commitment: string): Promise<Found> {
    const read = { commitment, maxSupportedTransactionVersion: 0, encoding: 'json' };
    const found = await rpc(this.#net, 'getTransaction', [signature, read]);
    if (found === null) throw new Error(`${signature} is not ${commitment}`);
    return found as Found;
  }
}

interface Found {
  readonly slot: number;
  readonly blockTime: number;
  readonly transaction: {
    readonly message: {
      readonly accountKeys: readonly string[];
      readonly header: { readonly numRequiredSignatures: number };
      readonly instructions: readonly { readonly programIdIndex: number; readonly data: string }[];
    };
  };
}
