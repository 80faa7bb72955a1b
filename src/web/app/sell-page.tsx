import { texts } from '../ui/texts.ts';
import { usePageTitle } from './use-page-title.ts';

/** The Sell tab. Its own chunk. */
export default function SellPage() {
  usePageTitle(texts.app.sell);
  return <h1 className="pt-[22px]">{texts.app.sell}</h1>;
}
