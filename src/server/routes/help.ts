import * as help from '#contract/help';
import { askHelp } from '../actions/help/ask-help.ts';
import { listHelpPages, readHelpPage } from '../actions/help/read-help.ts';
import { anyone } from '../guards/anyone.ts';
import { helpRate } from '../guards/network-rate.ts';
import { maybeSession } from '../guards/session.ts';
import { done, found } from '../base/answers.ts';
import { type Route, route } from '../base/route.ts';
import type { Parts } from '../parts.ts';

/** The help: questions, and the pages that answer them. */
export function helpRoutes(parts: Parts): Route[] {
  return [
    route(help.askHelp, helpRate(parts, maybeSession(parts)), async ({ body }, caller) =>
      found(await askHelp(parts, caller, body)),
    ),
    route(help.listHelpPages, anyone, async () => found(listHelpPages(parts))),
    route(help.getHelpPage, anyone, async ({ params }) => done(await readHelpPage(parts, params))),
  ];
}
