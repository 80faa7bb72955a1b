import type { KeyPairSigner } from '@solana/kit';
import { rejectSell } from '#contract/payouts/admin-sells';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { followPayouts } from '#server/payouts/follow-payouts';
import { watchTreasury } from '#server/treasury/watch-treasury';
import type { World } from '#test/world';
import type { Node } from '#test/world/node';
import { sendIfTaken } from '#test/world/wallet';
import { newestBlockhash, otherPrice, signAltered, signBuilt } from './owner-wallet.ts';
import { type Overrides, UNREACHABLE, twoProviders } from './second-provider.ts';
import type { Case, SellScenario } from './sell-scenario.ts';
import { StoppableServer } from './stoppable-server.ts';

/** Fault of a provider: none, unreachable, or a history without any transaction. */
type Fault = 'none' | 'dead' | 'hole';
const FAULTS: readonly Fault[] = ['none', 'dead', 'hole'];

const WAITS_MS = [SECOND_MS, 15 * SECOND_MS, 80 * SECOND_MS, 3 * MINUTE_MS];

/** Possible steps, weighted by repetition. */
const STEPS = [
  ...(['approve', 'approve', 'approve'] as const),
  ...(['follow', 'follow', 'follow', 'follow', 'follow'] as const),
  ...(['wait', 'wait', 'wait'] as const),
  ...(['provider', 'network', 'take back', 'replay'] as const),
];

const LOST: Readonly<Record<string, unknown>> = {
  getSignaturesForAddress: [],
  getSignatureStatuses: { context: { slot: 1_000_000_000 }, value: [null] },
  getTransaction: null,
};

async function watchedAndFollowed({ parts }: Node): Promise<void> {
  await watchTreasury(parts).run();
  await followPayouts(parts).run();
}

/** Seeded generator of whole numbers below a bound. */
export function seeded(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) % 4_294_967_296;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** Servers of a shop, with their fault injection. */
interface Around {
  readonly nodes: readonly Node[];
  readonly stopping: StoppableServer;
  readonly faults: Fault[];
}

/** Picks a random item. */
function oneOf<T>(random: (below: number) => number, all: readonly T[]): T {
  const found = all[random(all.length)];
  if (found === undefined) throw new Error('there is none');
  return found;
}

/**
 * Servers of both signing modes that can stop at any step, behind two faulty providers; and a wallet that
 * stores, alters and sends at will.
 */
export class FaultyPayouts {
  readonly #shop: SellScenario;
  readonly #world: World;
  readonly #wallet: KeyPairSigner;
  readonly #nodes: readonly Node[];
  readonly #stopping: StoppableServer;
  readonly #faults: Fault[];
  /** Everything the wallet has signed; it may send it at any time. */
  readonly #signed: string[] = [];

  private constructor(shop: SellScenario, { nodes, stopping, faults }: Around) {
    this.#shop = shop;
    this.#world = shop.world;
    this.#wallet = shop.wallet;
    this.#nodes = nodes;
    this.#stopping = stopping;
    this.#faults = faults;
  }

  static async open(shop: SellScenario): Promise<FaultyPayouts> {
    const { world } = shop;
    const faults: Fault[] = ['none', 'none'];
    const stopping = new StoppableServer();
    const saying =
      (i: number): Overrides =>
      (method) => {
        if (faults[i] === 'dead') return UNREACHABLE;
        return faults[i] === 'hole' && method in LOST ? LOST[method] : undefined;
      };
    const chain = stopping.chain(await twoProviders(world, saying(0), saying(1)));
    const database = stopping.database(world.node.parts.database);
    const common = { chain, database, alert: () => {} };
    const nodes = [
      await world.restart(common),
      await world.restart({ ...common, treasuryKey: null }),
    ];
    return new FaultyPayouts(shop, { nodes, stopping, faults });
  }

  /** Runs one payout under seeded faults until nothing is open. Returns its request. */
  async run(random: (below: number) => number): Promise<Case> {
    const one = await this.#shop.ask();
    // All servers at once, or only one.
    const nodes = random(2) === 0 ? this.#nodes : [oneOf(random, this.#nodes)];
    for (const i of [0, 1]) this.#fault(i, oneOf(random, FAULTS));
    const steps = 8 + random(20);
    for (let i = 0; i < steps; i += 1) {
      if (random(3) === 0) this.#stopping.arm(1 + random(12));
      await this.#step(one, nodes, random).catch(() => {});
      this.#stopping.disarm();
    }
    this.#faults.fill('none');
    this.#world.net.faults.clear();
    for (let rounds = 0; rounds < 40 && (await this.#isOpen(one)); rounds += 1) {
      await watchedAndFollowed(this.#world.node);
      await this.#world.pass(MINUTE_MS);
    }
    return one;
  }

  /** Resends everything the wallet has signed. */
  async replay(): Promise<void> {
    for (const wire of this.#signed) await sendIfTaken(this.#world.net, wire);
    await this.#world.pass(MINUTE_MS);
  }

  /** Not two holes at once, because a payment that no provider has cannot be found. */
  #fault(i: number, fault: Fault): void {
    this.#faults[i] = fault;
    if (fault === 'hole' && this.#faults[1 - i] === 'hole') this.#faults[1 - i] = 'none';
  }

  async #isOpen({ sell }: Case): Promise<boolean> {
    const open = `payouts where subject = $1 and status in ('awaiting-signature', 'sent')`;
    return (await this.#world.count(open, [sell.id])) > 0;
  }

  async #step(one: Case, nodes: readonly Node[], random: (below: number) => number): Promise<void> {
    const { net } = this.#world;
    const node = oneOf(random, nodes);
    switch (oneOf(random, STEPS)) {
      case 'approve':
        return this.#approve(one, node, random);
      case 'follow':
        return watchedAndFollowed(node);
      case 'wait':
        return this.#world.pass(oneOf(random, WAITS_MS));
      case 'provider':
        return this.#fault(random(2), oneOf(random, FAULTS));
      case 'network':
        net.faults.clear();
        if (random(3) > 0) {
          const lost = { kind: 'roll-back', afterSlots: 2 + random(20) } as const;
          const fault = oneOf(random, [{ kind: 'drop' } as const, lost]);
          net.faults.inject(fault, { times: 1 + random(3) });
        }
        return;
      case 'take back':
        return this.#takeBack(one, node, random(2) === 0);
      case 'replay': {
        const wire = this.#signed[random(this.#signed.length)];
        if (wire !== undefined) await sendIfTaken(net, wire);
      }
    }
  }

  async #takeBack({ sell: { id } }: Case, node: Node, isByUser: boolean): Promise<void> {
    if (isByUser) await this.#shop.user.cancelSell(id, node);
    else await this.#shop.owner(rejectSell, { params: { id }, body: {} }, node);
  }

  /** Approves as the owner; a wallet asked to sign may alter, send or return the transaction. */
  async #approve(one: Case, node: Node, random: (below: number) => number): Promise<void> {
    const { body } = await this.#shop.approve(one, node);
    const { transaction } = body as { transaction?: string };
    if (transaction === undefined) return;
    const blockhash = await newestBlockhash(this.#world.net);
    const variants = [
      await signBuilt(this.#wallet, transaction),
      await signAltered(this.#wallet, transaction, otherPrice(1 + random(9))),
      await signAltered(this.#wallet, transaction, { blockhash }),
    ];
    this.#signed.push(...variants);
    const wire = oneOf(random, variants);
    const does = random(4);
    if (does === 0) await sendIfTaken(this.#world.net, wire);
    if (does > 0 && does < 3) await this.#shop.approve({ ...one, signed: wire }, node);
    if (does === 2) await sendIfTaken(this.#world.net, oneOf(random, variants));
  }
}
