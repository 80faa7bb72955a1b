import type { Page, Route } from '@playwright/test';

import { expect } from './app.ts';
import { stored } from './visitor.ts';

/** What the server answers in place of its own answer; 'gone' is none at all. */
export type Fault = 'gone' | { readonly status: number; readonly json?: object };

export const REFERENCE = 'req-42';

/** A refusal as the server gives it. */
export function refusal(status: number, code: string, error: string): Fault {
  return { status, json: { error, code, requestId: REFERENCE } };
}

/** An answer without a word: of a proxy, or of a server that is in trouble. */
export const wordless = (status: number): Fault => ({ status, json: {} });

/** Has the next write to an address fail. */
export async function failNext(page: Page, address: string | RegExp, fault: Fault): Promise<void> {
  let isDone = false;
  const judge = (route: Route) => {
    if (isDone || route.request().method() === 'GET') return route.fallback();
    isDone = true;
    return fault === 'gone' ? route.abort() : route.fulfill(fault);
  };
  await page.route(address, judge);
}

interface Told {
  readonly says: string | RegExp;
  readonly reference?: string | RegExp | null;
}

/**
 * Of the toasts since the last one that was asked for, one says exactly this; see `noteToasts`.
 * `reference` is the one it carries; none where only the user and the wallet took part.
 */
export async function expectTold(
  page: Page,
  title: string,
  { says, reference = null }: Told,
): Promise<void> {
  const tail = reference === null ? '' : `Reference ${sourceOf(reference)}`;
  const wanted = new RegExp(`^${sourceOf(title)}: ${sourceOf(says)}${tail}$`);
  const told = () => page.evaluate(() => (window as unknown as Noted).notes.toasts);
  await expect.poll(told, { timeout: 30_000 }).toContainEqual(expect.stringMatching(wanted));
  const upTo = (await told()).findIndex((toast) => wanted.test(toast)) + 1;
  await page.evaluate((count) => {
    (window as unknown as Noted).notes.toasts.splice(0, count);
  }, upTo);
}

interface Noted {
  readonly notes: { readonly toasts: string[] };
}

function sourceOf(text: string | RegExp): string {
  return typeof text === 'string' ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : text.source;
}

/** Ends the session on the server, as time would; the page has not heard of it. */
export async function endSession(page: Page): Promise<void> {
  const { sessionToken = '' } = await stored(page);
  // Not with the page's own cookies: the answer would take them away.
  const answer = await fetch(new URL('/api/auth/logout', page.url()), {
    method: 'POST',
    headers: { 'x-session-token': sessionToken },
  });
  expect(answer.ok).toBe(true);
}

/** Signs in again where the page offers it. */
export async function signInAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Sign in to go on')).toBeHidden();
}
