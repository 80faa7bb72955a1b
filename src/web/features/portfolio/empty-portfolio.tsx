import { Gem } from 'lucide-react';

import { Empty } from '../../ui/cards/empty.tsx';
import { portfolioTexts } from '../../texts/portfolio.ts';

/** For a user without a bond or vault: how to get one. The strip above has the button for it. */
export function EmptyPortfolio({ hasUnstaked = false }: { readonly hasUnstaked?: boolean }) {
  const { title, bond, stake } = portfolioTexts.nothing;
  return <Empty icon={<Gem aria-hidden />} title={title} hint={hasUnstaked ? stake : bond} />;
}
