import { Ellipsis, RefreshCw } from 'lucide-react';

import { Button } from '../kernel/ui/forms/button.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { ExternalLink } from '../kernel/ui/marks/external-link.tsx';
import { IconButton } from '../kernel/ui/forms/icon-button.tsx';
import { Specimen } from './specimen.tsx';

const TONES = ['primary', 'secondary', 'quiet', 'grave', 'destructive'] as const;

export function Actions() {
  return (
    <Card title="Buttons and links">
      <div className="grid gap-4">
        {TONES.map((tone) => (
          <Specimen key={tone} name={tone}>
            <div className="flex flex-wrap gap-2">
              <Button tone={tone}>Restake</Button>
              <Button tone={tone} busy>
                Restake
              </Button>
              <Button tone={tone} disabled>
                Restake
              </Button>
              <Button tone={tone} size="sm">
                <RefreshCw aria-hidden className="size-3.5" /> Small
              </Button>
            </div>
          </Specimen>
        ))}
        <Specimen name="Icon button, link">
          <div className="flex items-center gap-4">
            <IconButton label="More" icon={<Ellipsis />} />
            <IconButton label="Not now" icon={<Ellipsis />} disabled />
            <ExternalLink href="https://example.com">View on the explorer</ExternalLink>
          </div>
        </Specimen>
      </div>
    </Card>
  );
}
