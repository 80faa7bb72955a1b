import type { Health } from '#contract/admin-health';

import { Badge } from '../../../ui/marks/badge.tsx';
import { formatNumber } from '../../../ui/format/format.ts';
import { KeyValues } from '../../../ui/tables/key-values.tsx';
import { systemTexts as words } from '../../../texts/admin-system.ts';
import { texts } from '../../../texts/texts.ts';
import { dateTimeText } from '../../../ui/format/times.ts';
import { SafeAddress } from '../sensitive.tsx';

/** What the server runs with, and whether its ledger holds. */
export function Configuration({ health }: { readonly health: Health }) {
  const { config, invariants } = health;
  const apy = (value: string | null) =>
    value === null ? texts.figure.none : `${formatNumber(value, 2)}%`;
  const { broken, checkedAt } = invariants;
  return (
    <KeyValues
      items={[
        { key: words.baseAPY, value: apy(config.baseAPY) },
        { key: words.maxAPY, value: apy(config.maxDynamicAPY) },
        { key: words.treasuryAddress, value: <SafeAddress address={config.treasuryAddress} /> },
        { key: words.network, value: texts.network[config.network] },
        {
          key: words.invariants,
          value: (
            <Badge tone={checkedAt === null ? 'neutral' : broken.length === 0 ? 'good' : 'bad'}>
              {broken.length > 0
                ? words.invariantsBroken(broken.length)
                : checkedAt === null
                  ? texts.figure.none
                  : words.invariantsHold}
            </Badge>
          ),
          note: checkedAt === null ? words.unchecked : words.checked(dateTimeText(checkedAt)),
        },
        { key: words.version, value: config.version },
        { key: words.node, value: config.node },
      ]}
    />
  );
}
