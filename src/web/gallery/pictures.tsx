import { Card } from '../kernel/ui/cards/card.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { Legend } from '../kernel/ui/charts/legend.tsx';
import { PALETTE } from '../kernel/ui/charts/palette.ts';
import { Progress } from '../kernel/ui/charts/progress.tsx';
import { SegmentBar } from '../kernel/ui/charts/segment-bar.tsx';
import { Charts } from './charts.tsx';
import { Specimen } from './specimen.tsx';
import { Vaults } from './vaults.tsx';

const [green, teal, , sand, stone] = PALETTE;
const PARTS = [
  { label: 'Staked LMT', value: '8.30000000', colour: green },
  { label: 'Pending Rewards', value: '0.95890410', colour: sand },
  { label: 'Unstaked LMT', value: '2.37240000', colour: teal },
  { label: 'In bonding', value: '1.01330000', colour: stone },
];

export function Pictures() {
  return (
    <Card title="Pictures">
      <div className="grid gap-5">
        <Specimen name="SegmentBar with Legend">
          <SegmentBar label="Where your LMT is" segments={PARTS} />
          <div className="mt-3">
            <Legend
              items={PARTS.map(({ label, colour, value }) => ({
                label,
                colour,
                value: <Figure value={value} unit="LMT" />,
              }))}
            />
          </div>
        </Specimen>
        <Specimen name="SegmentBar: nothing">
          <SegmentBar label="Holdings" segments={[{ label: 'SOL', value: '0', colour: green }]} />
        </Specimen>
        <Vaults />
        <Charts />
        <Specimen name="Progress: 40%, running out, unknown">
          <div className="grid gap-3">
            <Progress label="Vault" value={0.4} />
            <Progress label="Window" value={0.76} tone="amber" />
            <Progress label="Verifying" value={null} />
          </div>
        </Specimen>
      </div>
    </Card>
  );
}
