import { FlaskConical } from 'lucide-react';
import { type PropsWithChildren, useEffect, useRef } from 'react';
import { type AroundNavHandler, Router } from 'wouter';

import { demoTexts } from './demo-texts.ts';
import { inDemo } from './in-demo.ts';
import { AFTER_DEMO, startDemo } from './start.ts';

startDemo();

const stay: AroundNavHandler = (navigate, to, options) => navigate(inDemo(to), options);

/** The app with a made-up account: every way inside leads to another page of the demo. */
export default function Demo({ children }: PropsWithChildren) {
  return (
    <Router hrefs={inDemo} aroundNav={stay}>
      <Banner />
      {children}
    </Router>
  );
}

/** Stays in sight: above the header, which sticks below it. */
function Banner() {
  const { label, title, hint, leave } = demoTexts;
  const banner = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = banner;
    if (!current) return undefined;
    const sized = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--above', `${current.offsetHeight}px`),
    );
    sized.observe(current);
    return () => sized.disconnect();
  }, []);
  return (
    <section
      ref={banner}
      aria-label={label}
      className="sticky top-0 z-30 grid min-h-11 border-b border-amber/25 bg-card text-sm leading-tight"
    >
      <div className="grid tint-amber">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-3">
          <FlaskConical aria-hidden className="size-4 shrink-0 text-amber" />
          <p className="min-w-0 flex-1 basis-40">
            <b className="font-[560]">{title}</b>{' '}
            <span className="text-quiet max-sm:sr-only">{hint}</span>
          </p>
          <a
            href={AFTER_DEMO}
            className="hit inline-flex shrink-0 items-center rounded-md text-accent underline underline-offset-3"
          >
            {leave}
          </a>
        </div>
      </div>
    </section>
  );
}
