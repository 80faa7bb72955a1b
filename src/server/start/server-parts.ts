import type { PushParts } from '../reminders/push-service.ts';
import type { HelpParts } from '../help/help.ts';
import type { Parts } from '../kernel/parts.ts';
import type { PortfolioParts } from '../portfolio/portfolio-queries.ts';

/** All dependencies of the server, including those of single subjects. */
export interface ServerParts extends Parts, HelpParts, PortfolioParts, PushParts {}
