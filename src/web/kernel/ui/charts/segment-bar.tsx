import type { PictureColour } from './palette.ts';
import { sharesOf } from './shares.ts';

export interface Segment {
  readonly label: string;
  /** A decimal string, in the unit that all segments share. */
  readonly value: string;
  readonly colour: PictureColour;
}

interface SegmentBarProps {
  readonly label: string;
  readonly segments: readonly Segment[];
}

/** Parts of a whole as one bar. What is nothing takes no room. */
export function SegmentBar({ label, segments }: SegmentBarProps) {
  const shares = sharesOf(segments.map(({ value }) => value));
  const parts = segments.map((segment, index) => ({ ...segment, share: shares[index] ?? 0 }));
  const told = parts.map((part) => `${part.label} ${(part.share / 100).toFixed(1)}%`).join(', ');
  return (
    <div role="img" aria-label={`${label}: ${told}`} className="flex h-[9px] gap-[3px]">
      {parts
        .filter(({ share }) => share > 0)
        .map(({ label: key, share, colour }) => (
          <i
            key={key}
            className="min-w-1 rounded-[3px]"
            style={{ flexGrow: share, background: colour }}
          />
        ))}
      {parts.every(({ share }) => share === 0) && <i className="grow rounded-[3px] bg-raise" />}
    </div>
  );
}
