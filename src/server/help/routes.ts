import * as help from '#contract/help/help';
import { type Route, done, found } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { helpRate } from '../kernel/guards/ip-rate-limit.ts';
import { askHelp } from './ask-help.ts';
import type { HelpParts } from './help.ts';
import { listHelpPages, readHelpPage } from './read-help.ts';

export function helpRoutes(parts: Parts & HelpParts, { anyone, maybeUser }: Guards): Route[] {
  return [
    found(help.askHelp, helpRate(parts, maybeUser), ({ body }, caller) =>
      askHelp(parts, caller, body),
    ),
    found(help.listHelpPages, anyone, () => listHelpPages(parts)),
    done(help.getHelpPage, anyone, ({ params }) => readHelpPage(parts, params)),
  ];
}
