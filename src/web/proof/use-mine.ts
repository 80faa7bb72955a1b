import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { type CheckedMine, checkMine } from '#proof/checks/check-mine';
import { type PublishedMine, readMine } from '#proof/files/published';

import { ApiError } from '../kernel/api/api-error.ts';
import { myProofQuery } from '../kernel/api/reads/proof-queries.ts';
import type { Proof } from '#proof/files/published-proof';
import { sha256 } from '#proof/checks/hash';
import { verifyTexts } from './verify-texts.ts';
import { useAddress, useUserId } from '../kernel/wallet/state.ts';
import { type StepOutcome, mineOutcome } from '#proof/checks/outcomes';

const says = verifyTexts.mine;
const NOT_FOUND = 404;

/** The user's own leaves, as downloaded and as recomputed. */
export interface Mine {
  readonly outcome: StepOutcome;
  readonly leaves: PublishedMine | null;
  readonly checked: CheckedMine | null;
  readonly ms: number;
}

/** Recomputes the paths of the user's leaves to the root. */
export function useMine(proof: Proof): Mine {
  const userId = useUserId();
  const address = useAddress();
  const { data, error } = useQuery({
    ...myProofQuery(userId ?? '', proof.day),
    enabled: userId !== null,
  });
  return useMemo<Mine>(() => {
    const none = { leaves: null, checked: null, ms: 0 };
    if (userId === null) return { ...none, outcome: { state: 'open', message: says.connect } };
    if (error) return { ...none, outcome: { state: 'open', message: failure(error) } };
    if (data === undefined)
      return { ...none, outcome: { state: 'checking', message: says.loading } };
    return workedOut(data, proof, address);
  }, [userId, address, data, error, proof]);
}

function workedOut(answer: unknown, day: Proof, wallet: string | null): Mine {
  const startedAt = performance.now();
  const leaves = readMine(answer);
  const result = leaves && checkMine(sha256, leaves, { day, wallet });
  const ms = Math.round(performance.now() - startedAt);
  return { outcome: mineOutcome(result), leaves, checked: result?.ok ? result.value : null, ms };
}

const failure = (error: Error): string =>
  error instanceof ApiError && error.status === NOT_FOUND ? says.notKept : says.failed;
