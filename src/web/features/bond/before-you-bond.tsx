import { useRates } from '../../flows/vault/use-rates.ts';
import { Points } from '../../ui/charts/points.tsx';
import { bondTexts } from '../../texts/bond.ts';

/** What a user should know before paying, not after. */
export function BeforeYouBond() {
  const { staking } = useRates();
  return <Points points={bondTexts.before.points(staking)} />;
}
