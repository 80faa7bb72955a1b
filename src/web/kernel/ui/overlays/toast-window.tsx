import { useEffect } from 'react';
import { Toaster, toast as sonner } from 'sonner';

import { texts } from '../texts/shared-texts.ts';
import { cx } from '../format/cx.ts';
import { createStore } from '../state/create-store.ts';

/** Told the user after an action; one at a time, each for five seconds. */
export interface Toast {
  readonly tone: 'success' | 'failure' | 'info';
  readonly title: string;
  readonly detail?: string | undefined;
  /** By which support finds what failed. */
  readonly reference?: string | null;
}

const TOAST_MS = 5_000;

/** Where dialogs come from below, toasts come from above, off their buttons; elsewhere from the right: forms and their buttons stand on the left. */
const NARROW = '(width < 40rem)';

/** A hand that clicks moves the mouse by a few pixels. */
const STILL_PX = 10;
/** Whether the mouse has moved since the toast came: until then a click is meant for what is below it. */
const mouseMoved = createStore(false);

const SHOW = { success: sonner.success, failure: sonner.error, info: sonner.info };

let worded = (title: string): string => title;

/** Says every title in another way from now on. */
export function wordToasts(words: (title: string) => string): void {
  worded = words;
}

/** Sonner keeps what comes before its window stands and shows it then. */
export function present({ tone, title, detail, reference = null }: Toast): void {
  sonner.dismiss();
  mouseMoved.set(false);
  const description = (
    <>
      {detail}
      {reference !== null && (
        <span className="mt-1 block text-faint">
          {texts.errors.reference} <code className="font-mono break-all">{reference}</code>
        </span>
      )}
    </>
  );
  SHOW[tone](worded(title), detail === undefined && reference === null ? {} : { description });
}

/** Takes away what is shown. */
export function dismiss(): void {
  sonner.dismiss();
}

/** Follows the mouse until it has moved. */
function useMouseMoved(): boolean {
  const hasMoved = mouseMoved.useValue();
  useEffect(() => {
    let movedPx = 0;
    const note = ({ movementX, movementY }: PointerEvent) => {
      movedPx += Math.abs(movementX) + Math.abs(movementY);
      if (movedPx > STILL_PX) mouseMoved.set(true);
    };
    if (!hasMoved) document.addEventListener('pointermove', note);
    return () => document.removeEventListener('pointermove', note);
  }, [hasMoved]);
  return hasMoved;
}

export default function ToastWindow() {
  const hasMoved = useMouseMoved();
  return (
    // Sonner hands the focus back to where it came from: Tab would never get past a toast.
    <div onFocusCapture={(event) => event.stopPropagation()}>
      <Toaster
        visibleToasts={1}
        duration={TOAST_MS}
        closeButton
        position={matchMedia(NARROW).matches ? 'top-center' : 'bottom-right'}
        offset={20}
        mobileOffset={12}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast: cx(
              'flex w-(--width) items-start gap-3 rounded-[12px] border border-line bg-raise p-4 pr-11 font-sans text-base text-text shadow-raised focus-visible:outline-2!',
              // A finger does not point before it touches: where one may, a toast is there at once.
              !hasMoved && 'not-any-pointer-coarse:pointer-events-none',
            ),
            title: 'font-[550]',
            description: 'text-[0.8125rem] text-quiet',
            icon: 'mt-0.5 shrink-0 [&_svg]:size-4',
            success: '[&_[data-icon]]:text-accent',
            error: '[&_[data-icon]]:text-red',
            info: '[&_[data-icon]]:text-quiet',
            closeButton:
              'hit absolute top-2 right-2 grid size-8 place-items-center rounded-lg text-quiet hover:text-text [&_svg]:size-4',
          },
        }}
      />
    </div>
  );
}
