import { LineChart } from '../kernel/ui/charts/line-chart.tsx';
import { PALETTE } from '../kernel/ui/charts/palette.ts';
import { NOW } from './now.ts';
import { Specimen } from './specimen.tsx';

const DAY_MS = 86_400_000;
const HELD = ['900000.00', '940000.00', '960000.00', '1010000.00', '997871.00'];
const OWED = ['300000.00', null, '350000.00', '390000.00', '412390.00'];
const PRICE = ['987.000000', '987.000000', '1001.805000', '1001.805000', '1016.832075'];

const SHARED = {
  times: HELD.map((_, index) => NOW - (HELD.length - 1 - index) * DAY_MS),
  exact: (value: string | null) => (value === null ? 'No data' : `$${value}`),
  short: (value: number) => `$${value}`,
  shortTime: (time: number) => new Date(time).toISOString().slice(5, 10),
  exactTime: (time: number) => new Date(time).toISOString().slice(0, 10),
};

export function Charts() {
  return (
    <Specimen name="LineChart: from zero with a gap, in steps, and as bars">
      <div className="grid gap-8">
        <LineChart
          {...SHARED}
          label="Holdings against liabilities"
          lines={[
            { label: 'Held', colour: PALETTE[0], values: HELD },
            { label: 'Owed', colour: PALETTE[2], values: OWED },
          ]}
          fromZero
        />
        <LineChart
          {...SHARED}
          label="LMT price over time"
          lines={[{ label: 'LMT price', colour: PALETTE[0], values: PRICE, isStepped: true }]}
        />
        <LineChart
          {...SHARED}
          label="Issued and burned"
          lines={[
            { label: 'Issued', colour: PALETTE[0], values: HELD },
            { label: 'Burned', colour: PALETTE[3], values: OWED },
          ]}
          fromZero
          isBars
        />
      </div>
    </Specimen>
  );
}
