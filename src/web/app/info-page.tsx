import { texts } from '../ui/texts.ts';
import { usePageTitle } from './use-page-title.ts';

/** The Info tab. Its own chunk. */
export default function InfoPage() {
  usePageTitle(texts.app.info);
  return <h1 className="pt-[22px]">{texts.app.info}</h1>;
}
