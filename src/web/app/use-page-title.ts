import { useEffect } from 'react';

import { texts } from '../kernel/ui/texts/shared-texts.ts';

/** Names the browser's tab and history entry after the page. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = texts.app.title(page);
  }, [page]);
}
