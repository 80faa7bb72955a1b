import { useSearch } from 'wouter';

import { DisclaimerCard } from '../help/disclaimer-card.tsx';
import { HelpCard } from '../help/help-card.tsx';
import { HelpPage } from '../help/help-page.tsx';
import { ProductsCard } from '../help/products-card.tsx';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { TabPage } from './tab-page.tsx';

/** The Info tab: what to know, what is to come, and every help page. Its own chunk. */
export default function InfoPage() {
  const slug = new URLSearchParams(useSearch()).get('page');
  return (
    <TabPage title={texts.app.info}>
      {slug === null ? (
        <>
          <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_372px]">
            <DisclaimerCard />
            <ProductsCard />
          </div>
          <HelpCard />
        </>
      ) : (
        <HelpPage key={slug} slug={slug} />
      )}
    </TabPage>
  );
}
