import { Points } from '../../ui/charts/points.tsx';
import { bondTexts } from '../../texts/bond.ts';

/** What a user should know before paying, not after. */
export function BeforeYouBond() {
  return <Points points={bondTexts.before.points} />;
}
