import type { KeyPairSigner } from '@solana/kit';
import type { BondJson, BondQuote } from '#contract/bonds/bonds';
import { PATHS } from '#contract/base/paths';
import type { SellJson } from '#contract/sells/sells';
import type { FeeQuoteJson, StakeJson } from '#contract/vaults/vaults';
import { formatAmount, lmt, type PayToken, parseAmount } from '#domain/base/money';
import { newWallet, paymentOf, send, signText, tokenAccount, units } from '../test/world/wallet.ts';
import type { Site } from './site.ts';

const FUNDS = { sol: '400', usdc: '60000' };

/** A user with a wallet, who acts as the web app does: with real signatures and transfers. */
export class Person {
  readonly site: Site;
  readonly wallet: KeyPairSigner;
  readonly id: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** What was paid and is still to be told to the server. */
  #payment: {
    readonly tokenType: PayToken;
    readonly amount: string;
    readonly hash: string;
  } | null = null;
  #fee: { readonly amount: string; readonly hash: string | null } | null = null;

  private constructor(
    site: Site,
    wallet: KeyPairSigner,
    { id, token }: { readonly id: string; readonly token: string },
  ) {
    this.site = site;
    this.wallet = wallet;
    this.id = id;
    this.#headers = { 'x-session-token': token };
  }

  /** A new user, with test funds. */
  static async signedUp(site: Site): Promise<Person> {
    const { wallet } = await Person.stranger(site);
    return Person.signedIn(site, wallet);
  }

  /** A wallet with test funds that has never signed in. */
  static async stranger(site: Site): Promise<Person> {
    const wallet = await newWallet();
    await site.call('POST', PATHS.airdrop, { body: { walletAddress: wallet.address, ...FUNDS } });
    return new Person(site, wallet, { id: '', token: '' });
  }

  static async signedIn(site: Site, wallet: KeyPairSigner): Promise<Person> {
    const walletAddress = wallet.address;
    const { message } = await site.call<{ message: string }>('POST', PATHS.nonce, {
      body: { walletAddress },
    });
    const signature = await signText(wallet, message);
    const { sessionToken, userId } = await site.call<{ sessionToken: string; userId: string }>(
      'POST',
      PATHS.verifyWallet,
      { body: { walletAddress, message, signature } },
    );
    return new Person(site, wallet, { id: userId, token: sessionToken });
  }

  call<T>(method: string, path: string, body?: object): Promise<T> {
    return this.site.call(method, path, { headers: this.#headers, body });
  }

  /** Pays for a bond; `bond` tells the server of it once the payment can be seen. */
  async payForBond(tokenType: PayToken, amount: string): Promise<void> {
    const asked = { tokenType, amount };
    const { reference } = await this.call<BondQuote>('POST', PATHS.quoteBond, asked);
    this.#payment = {
      ...asked,
      hash: await this.#pay(tokenType, units(tokenType, amount), reference),
    };
  }

  async bond(): Promise<BondJson> {
    const { tokenType, amount, hash } = this.#payment ?? failed('nothing was paid');
    const body = { userId: this.id, tokenType, amount, transactionSignature: hash };
    return this.call('POST', PATHS.bonds, body);
  }

  /** A bond of which nothing was paid. */
  async bondUnpaid(amount: string): Promise<void> {
    await this.call('POST', PATHS.bonds, { userId: this.id, tokenType: 'USDC', amount });
  }

  async claim(): Promise<void> {
    const bonds = await this.call<BondJson[]>('GET', path(PATHS.userBonds, this.id));
    for (const { id } of bonds.filter(({ claimable }) => claimable)) {
      await this.call('PATCH', path(PATHS.bondStatus, id), { status: 'completed' });
    }
  }

  /** Pays the fee for staking a share of what is unstaked; `stake` follows once it can be seen. */
  async payForStake(percent: bigint): Promise<void> {
    const { unstakedLMT } = await this.call<{ unstakedLMT: string }>(
      'GET',
      path(PATHS.portfolio, this.id),
    );
    const amount = share(unstakedLMT, percent);
    const { lamports, reference } = await this.call<FeeQuoteJson>(
      'GET',
      `${PATHS.feeQuote}?amount=${amount}`,
    );
    const hash = lamports === '0' ? null : await this.#pay('SOL', BigInt(lamports), reference);
    this.#fee = { amount, hash };
  }

  async stake(autoRestakeEnabled: boolean): Promise<void> {
    const { amount, hash } = this.#fee ?? failed('no fee was paid');
    const fee = hash === null ? {} : { feeTransactionHash: hash };
    await this.call('POST', PATHS.stakes, { userId: this.id, amount, autoRestakeEnabled, ...fee });
  }

  async #vault(): Promise<StakeJson> {
    const [vault] = await this.call<StakeJson[]>('GET', path(PATHS.userStakes, this.id));
    return vault ?? failed('no vault');
  }

  async activate(): Promise<void> {
    await this.call('POST', path(PATHS.activateStake, (await this.#vault()).id));
  }

  async restake(): Promise<void> {
    await this.call('POST', path(PATHS.restake, (await this.#vault()).id));
  }

  async unstake(percent: bigint): Promise<void> {
    const { id, amount } = await this.#vault();
    await this.call('POST', path(PATHS.withdraw, id), { amount: share(amount, percent) });
  }

  /** Asks to sell a share of what is unstaked. */
  async sell(percent: bigint, payoutToken: PayToken): Promise<SellJson> {
    const { remainingLimit } = await this.call<{ remainingLimit: string }>(
      'GET',
      path(PATHS.sellEligibility, this.id),
    );
    const amount = share(remainingLimit, percent);
    return this.call('POST', PATHS.sell, { userId: this.id, amount, payoutToken });
  }

  /** Sends the treasury something without a word. */
  async sendToTreasury(token: PayToken, amount: string): Promise<void> {
    await this.#pay(token, units(token, amount));
  }

  async #pay(token: PayToken, amount: bigint, reference?: string): Promise<string> {
    const { ownerWallet: treasury, usdcMint } = this.site.local;
    const treasuryTokenAccount = await tokenAccount(treasury, usdcMint);
    const till = { treasury, treasuryTokenAccount, usdcMint };
    const paid = await paymentOf(this.wallet, till, { token, amount, reference });
    return send(this.site.chain, this.wallet, [paid]);
  }
}

const path = (of: string, id: string): string => of.replace(/\{\w+\}/, id);

function share(amount: string, percent: bigint): string {
  const all = parseAmount('LMT', amount) ?? failed(`${amount} is no amount`);
  return formatAmount('LMT', lmt((all * percent) / 100n));
}

function failed(why: string): never {
  throw new Error(why);
}
