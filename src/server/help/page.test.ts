import { describe, expect, test } from 'vitest';
import { blocksOf, parsePage } from './page.ts';

const PAGE = `---
title: Sessions: staying signed in
order: 640
keywords: session, signed out
about: session, signing in
codes: SESSION_EXPIRED, UNAUTHENTICATED
deadlines: bond, vault
---
? Why was I signed out?
? How long, exactly, does it last?

A session lasts 24 hours.
It goes on while it is used.

## Why it ends
? Why did it end?
- It was not used.
- You disconnected.

And nothing else.
## How to sign in
1. Connect.
2. Sign.
`;

test('parsePage returns front matter and passages', () => {
  expect(parsePage('sessions', PAGE)).toEqual({
    slug: 'sessions',
    title: 'Sessions: staying signed in',
    order: 640,
    keywords: ['session', 'signed out'],
    about: ['session', 'signing in'],
    codes: ['SESSION_EXPIRED', 'UNAUTHENTICATED'],
    deadlines: ['bond', 'vault'],
    passages: [
      {
        heading: null,
        asks: ['Why was I signed out?', 'How long, exactly, does it last?'],
        blocks: [
          { kind: 'paragraph', text: 'A session lasts 24 hours. It goes on while it is used.' },
        ],
      },
      {
        heading: 'Why it ends',
        asks: ['Why did it end?'],
        blocks: [
          { kind: 'list', ordered: false, items: ['It was not used.', 'You disconnected.'] },
          { kind: 'paragraph', text: 'And nothing else.' },
        ],
      },
      {
        heading: 'How to sign in',
        asks: [],
        blocks: [{ kind: 'list', ordered: true, items: ['Connect.', 'Sign.'] }],
      },
    ],
  });
});

test('parsePage accepts CRLF line ends', () => {
  expect(parsePage('sessions', PAGE.replaceAll('\n', '\r\n'))).toEqual(parsePage('sessions', PAGE));
});

test('blocksOf includes headings as blocks', () => {
  const kinds = blocksOf(parsePage('sessions', PAGE)).map(({ kind }) => kind);
  expect(kinds).toEqual(['paragraph', 'heading', 'list', 'paragraph', 'heading', 'list']);
});

describe('parsePage rejects, with the page’s name,', () => {
  test.each([
    ['no front matter', '# A page\n', /has no front matter/],
    ['no title', '---\norder: 1\n---\nText.', /needs a title and an order/],
    ['no order', '---\ntitle: A\n---\nText.', /needs a title and an order/],
    ['an unknown field', '---\ntitle: A\norder: 1\nkeyword: b\n---\nText.', /keyword/],
    ['an unknown kind of deadline', '---\ntitle: A\norder: 1\ndeadlines: tea\n---\nT.', /tea/],
    ['no text before the first heading', '---\ntitle: A\norder: 1\n---\n## B\nText.', /begin/],
    ['an empty body', '---\ntitle: A\norder: 1\n---\n', /begin/],
  ])('%s', (_, markdown, problem) => {
    expect(() => parsePage('made-up', markdown)).toThrow(problem);
    expect(() => parsePage('made-up', markdown)).toThrow(/^help\/made-up\.md /);
  });
});
