import * as local from '#contract/base/local';
import { type Route, done, found } from '../../kernel/base/route.ts';
import { localOnly } from '../../kernel/guards/local-only.ts';
import type { Parts } from '../../kernel/parts.ts';
import { airdrop, moveClock, readLocal } from './change-local-network.ts';

export function localRoutes(parts: Parts): Route[] {
  const onLocal = localOnly(parts.local, parts.localOffered);
  return [
    found(local.getLocal, onLocal, (_, net) => readLocal(parts, net)),
    done(local.airdrop, onLocal, ({ body }, net) => airdrop(net, body)),
    done(local.moveClock, onLocal, ({ body }, net) => moveClock(parts, net, body)),
  ];
}
