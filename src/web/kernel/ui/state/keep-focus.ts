/** Where focus goes on: in the card that it was in, or on the page. */
const PLACES = 'section, main';

/**
 * Gives focus to the card around a control that went away while it had it, as a row does that is done
 * with, or was disabled, as by a pause: a keyboard goes on from there, and a screen reader says where it
 * is, not the page from its top. Gives what ends it.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  let places: readonly HTMLElement[] = [];
  const note = ({ target }: { readonly target: EventTarget | null }) => {
    last = target instanceof Element ? target : null;
    places = last === null ? [] : placesAround(last);
  };
  // A control may have had focus before this was loaded.
  note({ target: document.activeElement });
  const observer = new MutationObserver(() => {
    const lost = last;
    if (lost === null || (lost.isConnected && !lost.matches(':disabled'))) return;
    last = null;
    // What is disabled has focus until the next frame.
    if (document.activeElement !== document.body && document.activeElement !== lost) return;
    const place = places.find(({ isConnected }) => isConnected);
    if (!place) return;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
  /** A press elsewhere leaves the control: it may go without taking focus along. */
  const leave = ({ target }: PointerEvent) => {
    if (!(target instanceof Node && last?.contains(target))) last = null;
  };
  document.addEventListener('focusin', note);
  document.addEventListener('pointerdown', leave, true);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    document.removeEventListener('focusin', note);
    document.removeEventListener('pointerdown', leave, true);
    observer.disconnect();
  };
}

/** From the innermost to the page. */
function placesAround(element: Element): HTMLElement[] {
  const place = element.closest<HTMLElement>(PLACES);
  return place === null ? [] : [place, ...placesAround(place.parentElement ?? document.body)];
}
