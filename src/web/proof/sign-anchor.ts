import { PATHS } from '#contract/base/paths';
import type { AnchoredJson, ProofJson } from '#contract/proof/proof';
import { isDay } from '#proof/files/day';
import { type AnchoredDay, memoOf, readMemo } from '#proof/files/memo';
import { referenceOf } from '#proof/files/reference';
import { ownershipMessage } from '#proof/files/ownership';

import { adminCall } from '../kernel/api/admin-client.ts';
import { statusQuery } from '../kernel/api/queries.ts';
import { call } from '../kernel/api/client.ts';
import { queryClient } from '../kernel/api/query-client.ts';
import { systemTexts } from '../kernel/dashboard/system-texts.ts';
import { isRejection, ownSentence } from '../kernel/wallet/failure.ts';
import { signTransaction } from '../kernel/wallet/sign-transaction.ts';
import { NotSigned } from '../kernel/dashboard/pay-out/not-signed.ts';
import { fromBase64, toBase64 } from '../kernel/dashboard/pay-out/pay-out.ts';
import { signText } from '../kernel/dashboard/pay-out/owner-signature.ts';

const { proof: words } = systemTexts;

/** Has the treasury's wallet write a day's root on the chain. It is asked for that memo and for nothing else. */
export async function anchorDay(proof: ProofJson): Promise<AnchoredJson> {
  const { day, treasury } = proof;
  if (!isDay(day)) throw new Error(`${day} is no day`);
  const params = { day };
  const first = await adminCall('POST', PATHS.anchorProof, { params, body: {} });
  if (!('transaction' in first)) return first;
  const bytes = fromBase64(first.transaction);
  const { isAnchorOnly } = await import('../kernel/dashboard/pay-out/handed-out.ts');
  const memo = memoOf({ ...proof, day }, await publishedLast(first.memo));
  const reference = referenceOf(treasury);
  if (!reference || !isAnchorOnly(bytes, { memo, wallet: treasury, reference })) {
    throw new NotSigned(words.otherBytes);
  }
  const { network } = await queryClient.ensureQueryData(statusQuery());
  const signed = toBase64(await asked(signTransaction(bytes, treasury, network)));
  return adminCall('POST', PATHS.anchorProof, { params, body: { signedTransaction: signed } });
}

/** Returns the day that a memo names as the last one, with the root that is published for it. */
async function publishedLast(memo: string): Promise<AnchoredDay | null> {
  const last = readMemo(memo)?.last;
  if (!last) return null;
  const { root } = await call('GET', PATHS.proof, { params: { day: last.day } });
  return { day: last.day, root };
}

/** Has the treasury's wallet sign for each account of a day that nothing is signed for yet. */
export async function signAccounts({ day, root, holdings }: ProofJson) {
  if (!isDay(day)) throw new Error(`${day} is no day`);
  const signatures: { address: string; signature: string }[] = [];
  for (const { asset, address, ownership } of holdings) {
    if (ownership) continue;
    const signed = await asked(signText(ownershipMessage({ day, root, asset, address })));
    // What is signed in an envelope, or as a transaction, a reader of the proof could not check.
    const isPlain = 'signature' in signed && !('signedMessage' in signed);
    if (!isPlain || signed.signature === undefined) throw new NotSigned(words.noTexts);
    signatures.push({ address, signature: signed.signature });
  }
  return adminCall('POST', PATHS.signHoldings, { params: { day }, body: { signatures } });
}

/** What the wallet gives; where it gives nothing, its reason and what to do. */
async function asked<T>(signing: Promise<T>): Promise<T> {
  try {
    return await signing;
  } catch (cause) {
    const why = isRejection(cause) ? words.refused : words.couldNot(ownSentence(cause));
    throw new NotSigned(why, { cause });
  }
}
