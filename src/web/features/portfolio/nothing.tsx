import { Gem } from 'lucide-react';
import { Link } from 'wouter';

import { buttonClass } from '../../ui/forms/button-class.ts';
import { Empty } from '../../ui/cards/empty.tsx';
import { portfolioTexts } from '../../texts/portfolio.ts';

/** For a user without a bond or vault: how to get one. */
export function Nothing({ hasUnstaked = false }: { readonly hasUnstaked?: boolean }) {
  const { hint, action, href } = portfolioTexts.nothing[hasUnstaked ? 'stake' : 'bond'];
  return (
    <Empty
      icon={<Gem aria-hidden />}
      title={portfolioTexts.nothing.title}
      hint={hint}
      action={
        <Link href={href} className={buttonClass({})}>
          {action}
        </Link>
      }
    />
  );
}
