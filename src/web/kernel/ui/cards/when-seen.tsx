import { type ReactNode, useEffect, useRef, useState } from 'react';

interface WhenSeenProps {
  /** Of the same size, until then. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** So near below the window that it is there before it is scrolled to. */
const NEAR = '300px';

/** Shows something only once it is about to be scrolled into sight: until then it costs nothing. */
export function WhenSeen({ fallback, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: NEAR },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return <div ref={place}>{isSeen ? children : fallback}</div>;
}
