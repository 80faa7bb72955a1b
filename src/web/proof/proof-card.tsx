import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { ProofJson } from '#contract/proof/proof';

import { adminHealthQuery } from '../kernel/api/reads/admin-queries.ts';
import { newestProofQuery } from '../kernel/api/reads/proof-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { systemTexts } from '../kernel/dashboard/system-texts.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Button } from '../kernel/ui/forms/button.tsx';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { addressNow } from '../kernel/wallet/state.ts';
import { useAdminWrite } from '../kernel/dashboard/use-admin-write.ts';
import { anchorDay, signAccounts } from './sign-anchor.ts';

const { proof: words } = systemTexts;

/** The newest proof of liabilities, and what of it is left for the treasury's wallet to sign. */
export function ProofCard() {
  const read = useRead(newestProofQuery());
  return (
    <DataCard title={words.title} read={read} says={systemTexts} skeleton={{ rows: 3, text: 60 }}>
      {(proof) =>
        proof === null ? <p className="text-quiet">{words.none}</p> : <State proof={proof} />
      }
    </DataCard>
  );
}

function State({ proof }: { readonly proof: ProofJson }) {
  const signer = useQuery(adminHealthQuery()).data?.config.treasurySigner;
  const [sentDay, setSentDay] = useState<string | null>(null);
  const { day, treasury, holdings } = proof;
  const anchor = useAdminWrite({
    write: () => anchorDay(proof),
    success: () => ({ title: words.anchorSent, detail: words.anchorSentDetail }),
    failure: { title: words.notAnchored, detail: words.anchorAgain },
    onDone: () => setSentDay(day),
  });
  const sign = useAdminWrite({
    write: () => signAccounts(proof),
    success: () => ({ title: words.accountsSigned, detail: words.accountsSignedDetail }),
    failure: { title: words.accountsNotSigned, detail: words.signAgain },
  });
  const isSigned = holdings.every(({ ownership }) => ownership);
  const isSent = sentDay === day;
  const canSign = signer === 'owner' && addressNow() === treasury;
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">
        <KeyValues
          items={[
            { key: words.day, value: day },
            {
              key: words.onChain,
              value: (
                <Badge tone={proof.anchor ? 'good' : 'neutral'}>
                  {proof.anchor ? words.anchored : isSent ? words.onItsWay : words.unanchored}
                </Badge>
              ),
            },
            {
              key: words.accounts,
              value: (
                <Badge tone={isSigned ? 'good' : 'neutral'}>
                  {isSigned ? words.signed : words.unsigned}
                </Badge>
              ),
            },
          ]}
        />
      </div>
      {signer && <p className="text-sm text-quiet">{words.signers[signer]}</p>}
      {signer === 'owner' && !canSign && <p className="text-sm">{words.otherWallet}</p>}
      {canSign && (
        <div className="flex flex-wrap gap-2">
          {!proof.anchor && !isSent && (
            <Button busy={anchor.isPending} onClick={() => anchor.start(undefined)}>
              {words.anchorNow}
            </Button>
          )}
          {!isSigned && (
            <Button busy={sign.isPending} onClick={() => sign.start(undefined)}>
              {words.signAccounts}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
