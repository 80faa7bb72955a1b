import { bondTexts } from '../../ui/texts/bond.ts';

/** What a user should know before paying, not after. */
export function BeforeYouBond() {
  return (
    <ul className="grid gap-2.5 text-[0.8125rem] text-quiet">
      {bondTexts.before.points.map((point) => (
        <li key={point} className="grid grid-cols-[auto_1fr] gap-2.5">
          <i aria-hidden className="mt-[7px] size-[5px] rounded-full bg-edge" />
          {point}
        </li>
      ))}
    </ul>
  );
}
