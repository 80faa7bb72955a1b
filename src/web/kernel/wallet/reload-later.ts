import { PATHS } from '#contract/base/paths';

const LOOK_MS = 5_000;
const AGAIN_MS = 60_000;
const KEY = 'reloadedAt';

/**
 * Loads the page again as soon as the server answers: code that could not be fetched once is not asked
 * for again before. False where that was done a moment ago and has not helped.
 */
export async function reloadLater(isWanted: () => boolean): Promise<boolean> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < AGAIN_MS) return false;
  while (isWanted()) {
    await onlineOrLater();
    if (isWanted() && (await isAnswering())) {
      sessionStorage.setItem(KEY, String(Date.now()));
      window.location.reload();
      return true;
    }
  }
  return true;
}

function onlineOrLater(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, LOOK_MS);
    window.addEventListener('online', go);
  });
}

const isAnswering = () =>
  fetch(PATHS.status, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
