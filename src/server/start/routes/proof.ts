import * as proof from '#contract/proof/proof';
import { listProofs, showLeaves, showMyProof, showProof } from '../../proof/read-proof.ts';
import { signAnchor } from '../../proof/sign-anchor.ts';
import { signHoldings } from '../../proof/sign-holdings.ts';
import { type Guard, type Route, done, route } from '../../kernel/base/route.ts';
import { anyone } from '../../kernel/guards/anyone.ts';
import type { Admin } from '../../kernel/guards/owner.ts';
import type { Caller } from '../../kernel/guards/session.ts';
import type { Parts } from '../../kernel/parts.ts';

/** The proof of liabilities: for everybody, for a wallet alone, and the owner's signature under it. */
export function proofRoutes(parts: Parts, user: Guard<Caller>, theOwner: Guard<Admin>): Route[] {
  return [
    route(proof.listProofs, anyone, () => listProofs(parts)),
    route(proof.getProof, anyone, ({ params }) => showProof(parts, params)),
    done(proof.getMyProof, user, ({ params }, caller) => showMyProof(parts, caller, params)),
    route(proof.getProofLeaves, anyone, ({ params }) => showLeaves(parts, params)),
    route(proof.anchorProof, theOwner, ({ params, body }, by) =>
      signAnchor(parts, by, { ...body, ...params }),
    ),
    done(proof.signHoldings, theOwner, ({ params, body }, by) =>
      signHoldings(parts, by, { ...body, ...params }),
    ),
  ];
}
