import { type RefObject, useEffect } from 'react';

/** Fades the right edge of what scrolls in itself while there is more to the right, so that it is looked for. */
export const FADES = 'data-more:[mask-image:linear-gradient(to_left,transparent,#000_2.5rem)]';

/** Keeps `data-more` on the region for `FADES`. */
export function useMore(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current;
    if (!element) return undefined;
    const look = () => {
      const { scrollWidth, clientWidth, scrollLeft } = element;
      element.toggleAttribute('data-more', scrollWidth - clientWidth - scrollLeft > 1);
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [region]);
}
