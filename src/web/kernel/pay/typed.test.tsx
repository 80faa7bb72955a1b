import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

import { A, connect, installPaying, orderOf, world } from '#test/web/paying';

import { useKept } from '../ui/state/use-kept.ts';
import { refusal } from '../wallet/failure.ts';
import type { StakeOrder } from './order.ts';
import { startPayment } from './start.ts';
import { typedKey } from './typed.ts';

installPaying();

const NOTHING = { token: 'SOL', typed: '' };
type Asked = typeof NOTHING;

interface FormProps {
  readonly of: Parameters<typeof typedKey>[0];
  readonly types?: Asked;
  readonly tell: (asked: Asked) => void;
}

/** A form that shows what is kept of it, and in which something may be typed. */
function Form({ of, types, tell }: FormProps) {
  const [asked, setAsked] = useKept(typedKey(of), NOTHING);
  if (types && asked !== types) setAsked(types);
  tell(asked);
  return null;
}

/** What stands in a form that comes to the page, after this was typed. */
function formShows(of: FormProps['of'], types?: Asked): Asked {
  const tell = vi.fn<(asked: Asked) => void>();
  renderToStaticMarkup(<Form of={of} tell={tell} {...(types && { types })} />);
  return tell.mock.lastCall![0];
}

const TYPED: Asked = { token: 'USDC', typed: '7' };

test('what was typed is there again after an order that came to nothing, and gone once one is signed', async () => {
  connect(A);
  const order = orderOf(A);
  formShows(order, TYPED);
  world.prompt = () => Promise.reject(refusal('no'));
  await startPayment(order);
  expect(formShows(order)).toEqual(TYPED);
  world.prompt = async () => [{ signature: new Uint8Array(64).fill(1) }];
  await startPayment(order);
  expect(formShows(order)).toEqual(NOTHING);
});

test('what was typed for a stake without a fee is gone once that is made', async () => {
  connect(A);
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  const order = {
    ...orderOf(A),
    purpose: 'stake',
    lmtAmount: '5.00000000',
    autoRestake: false,
    expected: '0',
    quote: { lamports: '0', expiresAt },
  } as unknown as StakeOrder;
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  let answer = () => Response.json({ code: 'PAUSED', error: 'Paused' }, { status: 503 });
  vi.stubGlobal('fetch', async (path: string, init: object) =>
    path === '/api/stakes' ? answer() : send(path, init),
  );
  formShows(order, TYPED);
  await startPayment(order);
  expect(formShows(order)).toEqual(TYPED);
  answer = () => Response.json({ voided: false, vestingEndTime: null, originalAmount: '5' });
  await startPayment(order);
  expect(formShows(order)).toEqual(NOTHING);
});
