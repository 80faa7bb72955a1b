import { PATHS } from '#contract/base/paths';
import type { SellJson } from '#contract/sells/sells';
import { adminProof, walletOf } from '../test/world/wallet.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';

/** The protocol's owner at work. */
export class Owner {
  readonly #site: Site;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(site: Site, token: string) {
    this.#site = site;
    this.#headers = { 'x-admin-session': token };
  }

  static async of(site: Site): Promise<Owner> {
    const wallet = await walletOf(site.local.wallets[0]?.secretKey ?? '');
    const person = await Person.signedIn(site, wallet);
    const body = await adminProof(wallet, (asked) =>
      site.call('POST', PATHS.nonce, { body: asked }),
    );
    const { sessionToken } = await person.call<{ sessionToken: string }>(
      'POST',
      PATHS.adminAccess,
      body,
    );
    return new Owner(site, sessionToken);
  }

  call<T>(method: string, path: string, body?: object): Promise<T> {
    return this.#site.call(method, path, { headers: this.#headers, body });
  }

  async approve({ id }: SellJson): Promise<void> {
    await this.call('POST', PATHS.approveSell.replace('{id}', id), { notes: 'Approved' });
  }

  async reject({ id }: SellJson): Promise<void> {
    const notes = 'Rejected: Requires further review';
    await this.call('POST', PATHS.rejectSell.replace('{id}', id), { notes });
  }

  /** Holdings, revenue and settings, so that the treasury has something to show. */
  async furnish(): Promise<void> {
    const holdings = [
      { symbol: 'BTC', amount: '1.25' },
      { symbol: 'ETH', amount: '18.4' },
      { symbol: 'KFR', amount: '12500000' },
      { symbol: 'AVAX', amount: '640' },
    ];
    await this.call('PUT', PATHS.adminHoldings, { holdings, reason: 'Monthly statement' });
  }

  async earnMore(): Promise<void> {
    const reason = 'Second trading desk';
    await this.call('POST', PATHS.adminRevenue, { arbitrageTrading: 4_200, reason });
    await this.call('POST', PATHS.adminRevenue, { currentAPY: 1_100, reason });
  }
}
