import { Link } from 'wouter';

import { texts } from '../texts/texts.ts';

export function Brand() {
  return (
    <Link
      href="/"
      className="hit flex shrink-0 items-center gap-2.5 rounded-lg text-md font-[650] tracking-[-0.01em]"
    >
      <svg aria-hidden viewBox="0 0 24 24" fill="none" className="size-6">
        <path d="M12 1.8 21 7v10l-9 5.2L3 17V7z" stroke="var(--accent)" strokeWidth="1.6" />
        <path d="M12 6.6 16.8 12 12 17.4 7.2 12z" fill="var(--accent)" />
      </svg>
      {texts.app.name}
    </Link>
  );
}
