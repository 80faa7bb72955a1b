import * as proof from '#contract/proof/proof';
import { type Route, done, route } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { listProofs, showLeaves, showMyProof, showProof } from './read-proof.ts';
import { signAnchor } from './sign-anchor.ts';
import { signHoldings } from './sign-holdings.ts';

export function proofRoutes(parts: Parts, { anyone, owner, user }: Guards): Route[] {
  return [
    route(proof.listProofs, anyone, () => listProofs(parts)),
    route(proof.getProof, anyone, ({ params }) => showProof(parts, params)),
    done(proof.getMyProof, user, ({ params }, caller) => showMyProof(parts, caller, params)),
    route(proof.getProofLeaves, anyone, ({ params }) => showLeaves(parts, params)),
    route(proof.anchorProof, owner, ({ params, body }, by) =>
      signAnchor(parts, by, { ...body, ...params }),
    ),
    done(proof.signHoldings, owner, ({ params, body }, by) =>
      signHoldings(parts, by, { ...body, ...params }),
    ),
  ];
}
