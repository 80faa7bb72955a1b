import * as proof from '#contract/proof';
import { listProofs, showLeaves, showMyProof, showProof } from '../actions/proof/read-proof.ts';
import { signAnchor } from '../actions/proof/sign-anchor.ts';
import { signHoldings } from '../actions/proof/sign-holdings.ts';
import { type Guard, type Route, done, route } from '../base/route.ts';
import { anyone } from '../guards/anyone.ts';
import type { Admin } from '../guards/owner.ts';
import type { Caller } from '../guards/session.ts';
import type { Parts } from '../parts.ts';

/** Routes of the proof of liabilities: public, of a wallet, and of the owner who signs. */
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
