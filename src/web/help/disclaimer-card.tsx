import { Card } from '../kernel/ui/cards/card.tsx';
import { infoTexts } from './info-texts.ts';

/** What every user should read. */
export function DisclaimerCard() {
  const { title, points } = infoTexts.disclaimer;
  return (
    <Card title={title}>
      <ul className="grid max-w-[72ch] list-disc gap-2 pl-5 text-quiet">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Card>
  );
}
