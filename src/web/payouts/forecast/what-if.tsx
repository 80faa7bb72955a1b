import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';

import type { PayoutForecast } from '#contract/treasury/admin-forecast';

import { type Supposed, adminSettingsQuery } from '../../kernel/api/reads/admin-queries.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { Card } from '../../kernel/ui/cards/card.tsx';
import { formatExact } from '../../kernel/ui/format/format.ts';
import { payoutsTexts } from './forecast-texts.ts';

const { whatIf: words } = payoutsTexts;
const SETTLE_MS = 300;

interface WhatIfCardProps {
  readonly supposed: Supposed;
  readonly forecast: PayoutForecast | null;
  readonly onChange: (supposed: Supposed) => void;
}

/** Three sliders; the forecast is made again by the same rules when they come to rest. */
export function WhatIfCard({ supposed, forecast, onChange }: WhatIfCardProps) {
  const { data: settings } = useQuery(adminSettingsQuery());
  const [draft, setDraft] = useState<Supposed>(supposed);
  // The price as it is, from the last forecast that supposed no other.
  const [solPrice, setSolPrice] = useState<number | null>(null);
  const real = forecast && forecast.whatIf.solPrice === null ? Number(forecast.solPriceUSD) : null;
  if (real !== null && real !== solPrice) setSolPrice(real);
  useEffect(() => {
    const timer = setTimeout(() => onChange(draft), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [draft, onChange]);
  const change = (name: keyof Supposed) => (value: number) =>
    setDraft((before) => ({ ...before, [name]: String(value) }));
  const isSupposed = Object.keys(draft).length > 0;
  return (
    <Card
      title={words.title}
      aside={
        <Button size="sm" disabled={!isSupposed} onClick={() => setDraft({})}>
          {words.reset}
        </Button>
      }
    >
      <p className="mb-4 text-sm text-quiet">{words.hint}</p>
      <div className="grid gap-x-8 gap-y-5 wide:grid-cols-3">
        <Slider
          label={words.sellers}
          value={draft.sellersPercent}
          asIs={100}
          most={100}
          step={1}
          show={words.percent}
          onChange={change('sellersPercent')}
        />
        {solPrice !== null && (
          <Slider
            label={words.solPrice}
            value={draft.solPrice}
            asIs={Math.round(solPrice)}
            least={1}
            most={Math.max(10, Math.round(solPrice * 3))}
            step={1}
            show={words.usd}
            onChange={change('solPrice')}
          />
        )}
        {settings && (
          <Slider
            label={words.apy}
            value={draft.apy}
            asIs={Math.round(Number(settings.currentAPY))}
            most={Math.round(Number(settings.maxDynamicAPY))}
            step={10}
            show={words.percent}
            onChange={change('apy')}
          />
        )}
      </div>
    </Card>
  );
}

interface SliderProps {
  readonly label: string;
  /** What is supposed; nothing where it stays as it is. */
  readonly value: string | undefined;
  readonly asIs: number;
  readonly least?: number;
  readonly most: number;
  readonly step: number;
  readonly show: (value: string) => string;
  readonly onChange: (value: number) => void;
}

function Slider({ label, value, asIs, least = 0, most, step, show, onChange }: SliderProps) {
  const id = useId();
  const told = show(formatExact(value ?? String(asIs)));
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-[550] text-quiet">
          {label}
        </label>
        <output htmlFor={id} className="font-[560]">
          {told}
          {value === undefined && <span className="text-sm text-faint"> {words.asIs}</span>}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value ?? asIs}
        aria-valuetext={told}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="hit mt-1 h-8 w-full cursor-pointer accent-(--accent)"
      />
    </div>
  );
}
