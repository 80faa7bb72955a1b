/** A few sentences, each with a dot before it. */
export function Points({ points }: { readonly points: readonly string[] }) {
  return (
    <ul className="grid gap-2 text-[0.8125rem] text-quiet">
      {points.map((point) => (
        <li key={point} className="grid grid-cols-[auto_1fr] gap-2.5">
          <i aria-hidden className="mt-[7px] size-[5px] rounded-full bg-edge" />
          {point}
        </li>
      ))}
    </ul>
  );
}
