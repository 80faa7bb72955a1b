import type { NoncesJson } from '#contract/payouts/admin-sells';
import { PATHS } from '#contract/base/paths';

import { adminCall } from '../kernel/api/admin-client.ts';
import { payoutNoncesQuery } from '../kernel/api/reads/admin-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Button } from '../kernel/ui/forms/button.tsx';
import { trimZeros } from '../kernel/ui/format/format.ts';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { payOutTexts } from '../kernel/dashboard/pay-out/pay-out-texts.ts';
import { systemTexts } from '../kernel/dashboard/system-texts.ts';
import { SafeFigure } from '../kernel/dashboard/sensitive.tsx';
import { usePayOut } from '../kernel/dashboard/pay-out/use-pay-out.ts';
import { WholeWallet } from '../kernel/dashboard/whole-wallet.tsx';

const { nonces: words } = systemTexts;

/** The nonces that payouts use; where they are not paid for, the owner's wallet can do that. */
export function Nonces() {
  const read = useRead(payoutNoncesQuery());
  return (
    <DataCard title={words.title} read={read} says={systemTexts} skeleton={{ rows: 2, text: 120 }}>
      {(nonces) => <State nonces={nonces} />}
    </DataCard>
  );
}

function State({ nonces }: { readonly nonces: NoncesJson }) {
  const { ready, wanted, lacksSOL, serverKey, paysOutside } = nonces;
  const pay = usePayOut({
    confirmed: {
      purpose: 'fees',
      subject: '',
      receiver: serverKey,
      token: 'SOL',
      amount: lacksSOL,
    },
    pay: ({ signedTransaction }) =>
      adminCall('POST', PATHS.payoutNonces, { body: { signedTransaction } }),
    success: () => ({ title: words.funded, detail: words.fundedDetail }),
    failed: words.failed,
    onDone: () => {},
  });
  const isShort = trimZeros(lacksSOL) !== '0';
  if (paysOutside) return <p className="text-quiet">{words.outside}</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">
        <KeyValues
          items={[
            { key: words.ready, value: `${ready} / ${wanted}` },
            { key: words.lacks, value: <SafeFigure value={lacksSOL} unit="SOL" digits="exact" /> },
          ]}
        />
      </div>
      <p className="text-sm text-quiet">{words.hint}</p>
      {isShort && (
        <>
          <WholeWallet label={words.serverKey} address={serverKey} />
          <Button busy={pay.isPending} onClick={() => pay.start(undefined)}>
            {words.fund}
          </Button>
        </>
      )}
      {pay.isSigning && <p role="status">{payOutTexts.signing}</p>}
    </div>
  );
}
