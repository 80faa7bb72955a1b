import type { ReactNode } from 'react';

interface SpecimenProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** One state of one component, under its name. */
export function Specimen({ name, children }: SpecimenProps) {
  return (
    <div className="min-w-0">
      <p className="mb-2 text-xs text-faint">{name}</p>
      {children}
    </div>
  );
}
