import { type Code, type Refusal, messageOf } from '#domain/base/errors';
import type { Page } from '#server/help/page';
import { blocksOf, textsOf } from '#server/help/page';

const textOf = (page: Page): string => blocksOf(page).flatMap(textsOf).join('\n');

/** A context whose fields are all the same mark, so that a message can be parted at them. */
const MARK = '\u0001';
const CONTEXT: object = new Proxy({}, { get: (_, name) => (name === 'issues' ? [MARK] : MARK) });

/** What every message of a code holds, whatever its context. */
function fixedParts(code: Code): string[] {
  const message = messageOf({ code, context: CONTEXT } as Refusal);
  return message
    .split(MARK)
    .map((part) => part.trim())
    .filter((part) => part.length > 1);
}

/** Refusals that no page explains: a page must list the code and quote its message. */
export function unexplained(pages: readonly Page[], codes: readonly Code[]): string[] {
  return codes.flatMap((code) => {
    const listing = pages.filter((page) => page.codes.includes(code));
    if (listing.length === 0) return [`${code} is listed by no help page`];
    const quotes = listing.some((page) =>
      fixedParts(code).every((part) => textOf(page).includes(part)),
    );
    return quotes
      ? []
      : [`help/${listing[0]?.slug}.md lists ${code} and does not quote its message`];
  });
}

/** Codes that pages list and that do not exist. */
export function unknownCodes(pages: readonly Page[], codes: readonly string[]): string[] {
  return pages.flatMap(({ slug, codes: listed }) =>
    listed.filter((code) => !codes.includes(code)).map((code) => `help/${slug}.md lists ${code}`),
  );
}

/** An underscore between capitals belongs to the name of a variable of the environment. */
const MARKUP = /[*`<>#|]|(?<![A-Z])_|_(?![A-Z])|\]\(|https?:/;

/** Pages whose texts hold marks: they are shown, and answered with, as plain text. */
export function markedUp(pages: readonly Page[]): string[] {
  return pages.flatMap((page) =>
    [page.title, ...textOf(page).split('\n')]
      .filter((line) => MARKUP.test(line))
      .map((line) => `help/${page.slug}.md: ${line}`),
  );
}

/** Characters of one answer: more is not read in a chat window. */
const PASSAGE_CHARACTERS_MAX = 1_200;

export function longPassages(pages: readonly Page[]): string[] {
  return pages.flatMap(({ slug, passages }) =>
    passages.flatMap(({ heading, blocks }) => {
      const { length } = blocks.flatMap(textsOf).join('\n');
      return length > PASSAGE_CHARACTERS_MAX ? [`help/${slug}.md, ${heading}: ${length}`] : [];
    }),
  );
}

/** Ways of asking that one page may list: more train the search instead of telling a reader what it answers. */
const ASKS_MAX = 20;

export function talkativePages(pages: readonly Page[]): string[] {
  return pages.flatMap(({ slug, passages }) => {
    const { length } = passages.flatMap(({ asks }) => asks);
    return length > ASKS_MAX ? [`help/${slug}.md lists ${length} ways of asking`] : [];
  });
}
