import { Card } from '../kernel/ui/cards/card.tsx';
import { Countdown } from '../kernel/ui/format/countdown.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { Stat } from '../kernel/ui/cards/stat.tsx';
import { NOW } from './now.ts';
import { Specimen } from './specimen.tsx';

export function Figures() {
  return (
    <Card title="Figures">
      <div className="grid gap-5">
        <Specimen name="Stat with Figure: xl, lg">
          <div className="flex flex-wrap gap-6">
            <Stat
              label="Total Value"
              value={<Figure value="123456780.264417" decimals={2} prefix="$" size="xl" />}
              note={<Figure value="12.64463210" unit="LMT" />}
            />
            <Stat
              label="Treasury backing"
              value={<Figure value="1234567890.12" decimals={2} prefix="$" size="lg" />}
            />
          </div>
        </Specimen>
        <Specimen name="Figure: exact, cut, signed, negative, unknown">
          <div className="flex flex-wrap gap-x-6 gap-y-2 text-md">
            <Figure value="8.30000000" unit="LMT" />
            <Figure value="2.37241099" unit="LMT" />
            <Figure value="0.95890410" unit="LMT" signed className="text-accent" />
            <Figure value="-0.06256850" unit="LMT" />
            <Figure value={null} unit="LMT" />
          </div>
        </Specimen>
        <Specimen name="Countdown: days, minutes, past, missing">
          <div className="flex flex-wrap gap-x-6 gap-y-2 font-mono">
            <Countdown now={NOW} target={NOW + 397_872_000} />
            <Countdown now={NOW} target={NOW + 61_000} />
            <Countdown now={NOW} target={NOW} />
            <Countdown now={NOW} target={null} />
          </div>
        </Specimen>
        <Specimen name="KeyValues">
          <KeyValues
            items={[
              { key: 'You pay', value: <Figure value="49.35" decimals={2} unit="SOL" /> },
              { key: 'Fee', note: '1.5% of rewards', value: <Figure value="0.0144" unit="LMT" /> },
              { key: 'You get', value: <Figure value="10" unit="LMT" /> },
            ]}
          />
        </Specimen>
      </div>
    </Card>
  );
}
