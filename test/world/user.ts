import type { Instruction, KeyPairSigner } from '@solana/kit';
import { expect } from 'vitest';
import { getNonce, verifyWallet } from '#contract/users/auth';
import {
  type BondJson,
  type BondQuote,
  claimBond,
  listBonds,
  openBond,
  quoteBond,
} from '#contract/bonds/bonds';
import type { Endpoint } from '#contract/base/endpoint';
import { type Portfolio, getPortfolio } from '#contract/portfolio/portfolio';
import {
  type EligibilityJson,
  type SellJson,
  cancelSell,
  getEligibility,
  listSells,
  sellLmt,
} from '#contract/sells/sells';
import {
  type FeeQuoteJson,
  type StakeJson,
  activateStake,
  chooseAutoRestake,
  completeStake,
  getFeeQuote,
  listStakes,
  openStake,
  restakeStake,
  withdraw,
} from '#contract/vaults/vaults';
import { type PayToken, formatAmount, formatDecimal, lmt, parseDecimal } from '#domain/base/money';
import { lmtPriceAt, worthDown } from '#domain/terms/price';
import { DAY_MS } from '#domain/base/time';
import { readHead } from '#server/kernel/terms/protocol-head';
import type { World } from '../world.ts';
import { type Answered, type CallOptions, callApp } from './call.ts';
import type { Node } from './node.ts';
import { paymentOf, send, signText, signed, units } from './wallet.ts';

type Asked<E extends Endpoint> = ReturnType<typeof callApp<E>>;

/** A signed-in wallet with funds. */
export class TestUser {
  readonly world: World;
  readonly wallet: KeyPairSigner;
  readonly id: string;
  readonly token: string;
  /** Node for the calls; null for the world's first. */
  #node: Node | null = null;

  constructor(
    world: World,
    wallet: KeyPairSigner,
    { id, token }: { readonly id: string; readonly token: string },
  ) {
    this.world = world;
    this.wallet = wallet;
    this.id = id;
    this.token = token;
  }

  /** Returns the same user with another node for the calls. */
  on(node: Node): TestUser {
    const user = new TestUser(this.world, this.wallet, this);
    user.#node = node;
    return user;
  }

  get address(): string {
    return this.wallet.address;
  }

  get headers(): Record<string, string> {
    return { 'x-session-token': this.token, 'x-wallet-address': this.address };
  }

  /** Sends a call with this user's session, like the web app. */
  call<E extends Endpoint>(
    endpoint: E,
    options: CallOptions = {},
    node: Node = this.#node ?? this.world.node,
  ): Asked<E> {
    const headers = { ...this.headers, ...options.headers };
    return callApp(node.app, endpoint, { ...options, headers });
  }

  async quote(tokenType: PayToken, amount: string): Promise<BondQuote> {
    const { status, body } = await this.call(quoteBond, { body: { tokenType, amount } });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }

  /** Sends a payment to the treasury without announcing it. Returns its signature. */
  async pay(token: PayToken, amount: string, reference?: string): Promise<string> {
    const { till } = this.world;
    const paid = await paymentOf(this.wallet, till, {
      token,
      amount: units(token, amount),
      reference,
    });
    return this.send(paid);
  }

  /** Signs a payment without sending it. */
  async signedPayment(token: PayToken, amount: string, reference?: string): Promise<string> {
    const { net, till } = this.world;
    const paid = await paymentOf(this.wallet, till, {
      token,
      amount: units(token, amount),
      reference,
    });
    return signed(net, this.wallet, [paid]);
  }

  send(...instructions: Instruction[]): Promise<string> {
    return send(this.world.net, this.wallet, instructions);
  }

  /** `POST /api/bonds` with or without a signature. */
  post(tokenType: PayToken, amount: string, transactionSignature?: string): Asked<typeof openBond> {
    const signature = transactionSignature === undefined ? {} : { transactionSignature };
    return this.call(openBond, { body: { userId: this.id, tokenType, amount, ...signature } });
  }

  /** Quote, payment and confirmed bond. */
  async bond(token: PayToken, amount: string): Promise<BondJson> {
    const { reference } = await this.quote(token, amount);
    const signature = await this.pay(token, amount, reference);
    await this.world.pass(1_200);
    const { status, body } = await this.post(token, amount, signature);
    expect([status, body.status], JSON.stringify(body)).toEqual([201, 'confirmed']);
    return body;
  }

  /** Bonds for `lmtAmount`, waits a day and claims. */
  async bonded(lmtAmount: string, token: PayToken = 'SOL'): Promise<this> {
    const { database, rules } = this.world.node.parts;
    const { now, termsVersion, sol } = await readHead(database);
    const { terms, lmtPrices } = await rules.at(termsVersion);
    const wanted = lmt(parseDecimal(lmtAmount, 8) ?? 0n);
    const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
    const cost = formatAmount(token, worthDown(token, wanted, prices));
    const { id } = await this.bond(token, token === 'SOL' ? cost.slice(0, -1) : cost);
    await this.world.advance(DAY_MS);
    expect((await this.claim(id)).status).toBe(200);
    return this;
  }

  claim(id: string, node?: Node): Promise<Answered<BondJson>> {
    return this.call(claimBond, { params: { id }, body: { status: 'completed' } }, node);
  }

  async feeQuote(amount: string): Promise<FeeQuoteJson> {
    const { status, body } = await this.call(getFeeQuote, { query: { amount } });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  /** Pays the fee of a quote. Returns the signature, or undefined if credit covers it. */
  async payFee({ lamports, reference }: FeeQuoteJson): Promise<string | undefined> {
    if (lamports === '0') return undefined;
    return this.pay('SOL', formatDecimal(BigInt(lamports), 9), reference);
  }

  /** `POST /api/stakes` with or without a fee signature. */
  postStake(
    amount: string,
    feeTransactionHash?: string,
    more: object = {},
  ): Asked<typeof openStake> {
    const fee = feeTransactionHash === undefined ? {} : { feeTransactionHash };
    const body = { userId: this.id, amount, autoRestakeEnabled: false, ...fee, ...more };
    return this.call(openStake, { body });
  }

  /** Fee quote, payment and vesting stake. */
  async stake(amount: string, autoRestakeEnabled = false): Promise<StakeJson> {
    const signature = await this.payFee(await this.feeQuote(amount));
    await this.world.pass(1_200);
    const { status, body } = await this.postStake(amount, signature, { autoRestakeEnabled });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }

  /** Stakes, waits a day and activates. */
  async staked(amount: string, autoRestakeEnabled = false): Promise<StakeJson> {
    const { id } = await this.stake(amount, autoRestakeEnabled);
    await this.world.advance(DAY_MS);
    const { status, body } = await this.activate(id);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  activate(stakeId: string, node?: Node): Asked<typeof activateStake> {
    return this.call(activateStake, { params: { stakeId } }, node);
  }

  restake(stakeId: string, node?: Node): Asked<typeof restakeStake> {
    return this.call(restakeStake, { params: { stakeId } }, node);
  }

  withdraw(stakeId: string, amount: string, node?: Node): Asked<typeof withdraw> {
    return this.call(withdraw, { params: { stakeId }, body: { amount } }, node);
  }

  autoRestake(id: string, enabled: boolean, node?: Node): Asked<typeof chooseAutoRestake> {
    return this.call(chooseAutoRestake, { params: { id }, body: { enabled } }, node);
  }

  complete(id: string, node?: Node): Asked<typeof completeStake> {
    return this.call(completeStake, { params: { id }, body: { status: 'completed' } }, node);
  }

  async stakes(): Promise<StakeJson[]> {
    return (await this.call(listStakes, { params: { userId: this.id } })).body;
  }

  /** Returns the user's only stake. */
  async onlyStake(): Promise<StakeJson> {
    const stakes = await this.stakes();
    expect(stakes).toHaveLength(1);
    return stakes[0]!;
  }

  /** `POST /api/lmt/sell`. */
  sell(amount: string, payoutToken: PayToken = 'SOL', node?: Node): Asked<typeof sellLmt> {
    return this.call(sellLmt, { body: { userId: this.id, amount, payoutToken } }, node);
  }

  /** Makes an accepted, pending request. */
  async asked(amount: string, payoutToken: PayToken = 'SOL'): Promise<SellJson> {
    const { status, body } = await this.sell(amount, payoutToken);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }

  cancelSell(id: string, node?: Node): Asked<typeof cancelSell> {
    return this.call(cancelSell, { params: { id } }, node);
  }

  /** Newest first. */
  async sells(): Promise<SellJson[]> {
    return (await this.call(listSells, { params: { userId: this.id } })).body;
  }

  async eligibility(): Promise<EligibilityJson> {
    return (await this.call(getEligibility, { params: { userId: this.id } })).body;
  }

  async portfolio(): Promise<Portfolio> {
    return (await this.call(getPortfolio, { params: { userId: this.id } })).body;
  }

  async bonds(): Promise<BondJson[]> {
    return (await this.call(listBonds, { params: { userId: this.id } })).body;
  }

  /** Returns the user's only bond. */
  async onlyBond(): Promise<BondJson> {
    const bonds = await this.bonds();
    expect(bonds).toHaveLength(1);
    return bonds[0]!;
  }
}

/** Fetches a sign-in message for a wallet. */
export async function nonceFor(
  node: Node,
  walletAddress: string,
  purpose?: 'admin',
): Promise<string> {
  const { body } = await callApp(node.app, getNonce, { body: { walletAddress, purpose } });
  return body.message;
}

/** Signs a wallet in with a fresh message. */
export async function signIn(
  node: Node,
  wallet: KeyPairSigner,
): Promise<{ readonly sessionToken: string; readonly userId: string }> {
  const message = await nonceFor(node, wallet.address);
  const signature = await signText(wallet, message);
  const { status, body } = await callApp(node.app, verifyWallet, {
    body: { walletAddress: wallet.address, message, signature },
  });
  expect(status).toBe(200);
  return body;
}
