import { Points } from '../../ui/points.tsx';
import { bondTexts } from '../../ui/texts/bond.ts';

/** What a user should know before paying, not after. */
export function BeforeYouBond() {
  return <Points points={bondTexts.before.points} />;
}
