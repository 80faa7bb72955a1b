import { texts } from '../ui/texts.ts';
import { usePageTitle } from './use-page-title.ts';

/** The History tab. Its own chunk. */
export default function HistoryPage() {
  usePageTitle(texts.app.history);
  return <h1 className="pt-[22px]">{texts.app.history}</h1>;
}
