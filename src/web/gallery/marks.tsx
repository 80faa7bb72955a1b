import { Address } from '../kernel/ui/marks/address.tsx';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { Pill } from '../kernel/ui/marks/pill.tsx';
import { Tooltip } from '../kernel/ui/overlays/tooltip.tsx';
import { Specimen } from './specimen.tsx';

const TONES = ['neutral', 'good', 'time', 'bad'] as const;

export function Marks() {
  return (
    <Card title="Badges, pills, notices">
      <div className="grid gap-4">
        <Specimen name="Badge">
          <div className="flex flex-wrap gap-2">
            <Badge>Vesting</Badge>
            <Badge tone="good">Active · 4 d 14 h</Badge>
            <Badge tone="time">Matured · 5 h left</Badge>
            <Badge tone="bad">NO TRANSFER</Badge>
          </div>
        </Specimen>
        <Specimen name="Pill">
          <div className="flex flex-wrap gap-2">
            {TONES.map((tone) => (
              <Pill key={tone} tone={tone}>
                Local network
              </Pill>
            ))}
            <Pill>
              LMT <b className="font-[560] text-text">$987.00</b>
            </Pill>
          </div>
        </Specimen>
        <Specimen name="Address, Tooltip">
          <div className="flex flex-wrap items-center gap-4">
            <Address address="7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" />
            <Tooltip text="Rewards are simple, by the millisecond, for at most seven days.">
              How rewards accrue
            </Tooltip>
          </div>
        </Specimen>
        <Specimen name="Notice">
          <div className="grid gap-2">
            {TONES.map((tone) => (
              <Notice key={tone} tone={tone} title="Available in 24 hours">
                LMT can be sold only while one of your vaults is in its 24-hour window.
              </Notice>
            ))}
          </div>
        </Specimen>
      </div>
    </Card>
  );
}
