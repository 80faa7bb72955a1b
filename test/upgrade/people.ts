import { createHash } from 'node:crypto';
import {
  type KeyPairSigner,
  createKeyPairSignerFromPrivateKeyBytes,
  getBase58Decoder,
} from '@solana/kit';
import { PATHS } from '#contract/paths';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/base/time';
import type { PayToken } from '#domain/base/money';
import { Person } from '../../seed/person.ts';
import type { Site } from '../../seed/site.ts';
import { paymentOf, send, signText, tokenAccount, units } from '../world/wallet.ts';

export const DAY = DAY_MS;
export const HOUR = HOUR_MS;
/** A payment is confirmed, but not final yet. */
export const CONFIRMED = 2 * SECOND_MS;
/** A payment is final. */
export const FINAL = 20 * SECOND_MS;
/** A transaction has expired at finalized commitment. */
export const EXPIRED = 80 * SECOND_MS;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The wallet of a name: the same in every run, so that no key has to be stored. */
export const walletNamed = (name: string): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(digest(`upgrade test: ${name}`));

/** A signature that no transaction ever had. */
export const unknownSignature = (name: string): string =>
  getBase58Decoder().decode(Buffer.concat([digest(name), digest(`${name} again`)]));

interface Paid {
  readonly token: PayToken;
  readonly amount: string;
  readonly reference?: string;
}

/** The users of a life, by the name of what they are at its end. */
export class People {
  readonly site: Site;
  readonly #people = new Map<string, Person>();

  constructor(site: Site) {
    this.site = site;
  }

  /** Everybody who has signed in. */
  get names(): readonly string[] {
    return [...this.#people.keys()];
  }

  of(name: string): Person {
    const found = this.#people.get(name);
    if (found === undefined) throw new Error(`nobody is called ${name}`);
    return found;
  }

  /** A wallet with funds that has not signed in. */
  async fund(name: string): Promise<KeyPairSigner> {
    const wallet = await walletNamed(name);
    const funds = { walletAddress: wallet.address, sol: '400', usdc: '60000' };
    await this.site.call('POST', PATHS.airdrop, { body: funds });
    return wallet;
  }

  async join(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.#people.set(name, await Person.signedIn(this.site, await this.fund(name)));
    }
  }

  leave(name: string): void {
    this.#people.delete(name);
  }

  async each(names: readonly string[], act: (person: Person, index: number) => Promise<unknown>) {
    for (const [index, name] of names.entries()) await act(this.of(name), index);
  }

  /** Quotes, payments and confirmed bonds, every third in USDC. */
  async bond(...names: readonly string[]): Promise<void> {
    await this.each(names, (person, index) =>
      index % 3 === 2
        ? person.payForBond('USDC', `${4_321 + index}.123457`)
        : person.payForBond('SOL', `${20 + index}.1234567${index % 10}`),
    );
    await this.site.advance(CONFIRMED);
    await this.each(names, (person) => person.bond());
  }

  /** Fees and vaults that vest; every second restakes by itself. */
  async stake(percent: bigint, ...names: readonly string[]): Promise<void> {
    await this.each(names, (person) => person.payForStake(percent));
    await this.site.advance(CONFIRMED);
    await this.each(names, (person, index) => person.stake(index % 2 === 1));
  }

  /** Sends a payment to the treasury; answers its signature. */
  async pay(wallet: KeyPairSigner, { token, amount, reference }: Paid): Promise<string> {
    const { ownerWallet: treasury, usdcMint } = this.site.local;
    const treasuryTokenAccount = await tokenAccount(treasury, usdcMint);
    const till = { treasury, treasuryTokenAccount, usdcMint };
    const paid = await paymentOf(wallet, till, { token, amount: units(token, amount), reference });
    return send(this.site.chain, wallet, [paid]);
  }
}

export const pathOf = (path: string, id: string): string => path.replace(/\{\w+\}/, id);

/** A session of a wallet; who comes for the first time becomes a user. */
export async function signIn(site: Site, wallet: KeyPairSigner) {
  const walletAddress = wallet.address;
  const { message } = await site.call<{ message: string }>('POST', PATHS.nonce, {
    body: { walletAddress },
  });
  const signature = await signText(wallet, message);
  const body = { walletAddress, message, signature };
  const { sessionToken, userId } = await site.call<{ sessionToken: string; userId: string }>(
    'POST',
    PATHS.verifyWallet,
    { body },
  );
  return { headers: { 'x-session-token': sessionToken }, userId };
}
