import { stakeTexts } from '../../texts/stake.ts';

/** The staking process: what a stake goes through, and for how long. */
export function Process() {
  const { title, steps } = stakeTexts.manager.process;
  return (
    <section className="rounded-control bg-raise px-4 py-3.5">
      <h3 className="text-sm font-[550]">{title}</h3>
      <ol className="mt-2.5 grid gap-x-4 gap-y-2.5 text-sm sm:grid-cols-4">
        {steps.map(({ name, text }, index) => (
          <li key={name} className="grid grid-cols-[20px_1fr] gap-x-2">
            <span
              aria-hidden
              className="grid size-5 place-items-center rounded-full border border-edge text-xs text-quiet"
            >
              {index + 1}
            </span>
            <span>
              {name}
              <span className="block text-faint">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
