import type { KnownMovement, MovementUse } from '#domain/treasury/movement-use';
import { SOL, day } from './builders.ts';

/** Half a SOL sent by the owner to bob without a payout, or a movement with changes. */
export function knownMovement({
  id = 'm1',
  amount = -SOL('0.5'),
  use: given = {},
  ...changes
}: {
  readonly id?: string;
  readonly amount?: bigint;
  readonly use?: Partial<MovementUse>;
} & Partial<Omit<KnownMovement, 'use' | 'movement'>> = {}): KnownMovement {
  const name = changes.name ?? null;
  const use: MovementUse = {
    kind: 'own',
    isNamed: name !== null,
    purpose: null,
    depositStatus: null,
    isSmall: false,
    isGoingBack: false,
    isWaiting: false,
    payoutPurpose: null,
    ...given,
  };
  const payoutId = use.kind === 'payout' ? 'p1' : null;
  return {
    movement: {
      id,
      token: 'SOL',
      signature: 's1',
      part: 0,
      kind: use.kind,
      amount,
      before: SOL('1'),
      after: SOL('1') + amount,
      counterparty: 'bob',
      payoutId,
      slot: 7,
      blockTime: day(1),
      failed: false,
    },
    use,
    name,
    subject: null,
    isCounted: payoutId !== null,
    isRepeated: false,
    ...changes,
  };
}
