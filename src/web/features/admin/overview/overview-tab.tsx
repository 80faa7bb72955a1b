import { Columns } from '../../../ui/cards/columns.tsx';
import { ActivityCard } from './activity-card.tsx';
import { BondedUsers } from './bonded-users.tsx';
import { FigureCards } from './figure-cards.tsx';

/** The protocol at a glance: figures, what happened last, and who. */
export default function OverviewTab() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <FigureCards />
      <Columns left={<ActivityCard />} right={<BondedUsers />} />
    </div>
  );
}
