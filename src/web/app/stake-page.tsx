import { texts } from '../ui/texts.ts';
import { usePageTitle } from './use-page-title.ts';

/** The Stake tab. Its own chunk. */
export default function StakePage() {
  usePageTitle(texts.app.stake);
  return <h1 className="pt-[22px]">{texts.app.stake}</h1>;
}
