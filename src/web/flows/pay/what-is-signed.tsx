import { payTexts } from '../../texts/pay.ts';
import { formatTrimmed } from '../../ui/format/format.ts';
import { shortAddress } from '../../ui/format/short-address.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { feeText } from './network-fee.tsx';
import type { Progress } from './progress.ts';

const says = payTexts.signing;

/** What the wallet's own window is about to show, told here first: receiver, purpose, fee, and how long there is. */
export function WhatIsSigned({ progress }: { readonly progress: Progress }) {
  const { purpose, stage, outcome, receiver, lmtAmount, networkFee, accountRent, signBefore } =
    progress;
  if (stage !== 'sign' || outcome.kind !== 'running' || !receiver) return null;
  const rows: [string, string, string?][] = [
    [says.to, `${says.treasury} ${shortAddress(receiver)}`, receiver],
    [says.purpose, payTexts[purpose].signs(formatTrimmed(lmtAmount))],
  ];
  if (accountRent) rows.push([says.accountRent, `${feeText(accountRent)} SOL`]);
  if (networkFee) rows.push([says.networkFee, `${feeText(networkFee)} SOL`]);
  return (
    <dl aria-label={says.label} className="grid gap-1.5 border-t border-line pt-3 text-sm">
      {rows.map(([label, value, hint]) => (
        <Row key={label} label={label}>
          <span data-hint={hint}>{value}</span>
        </Row>
      ))}
      {signBefore && (
        <Row label={says.signWithin}>
          <Left until={signBefore} />
        </Row>
      )}
    </dl>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-quiet">{label}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}

/** Never read out: it changes every second. */
function Left({ until }: { readonly until: number }) {
  const seconds = Math.max(0, Math.round((until - useNow()) / 1_000));
  return <span className="font-mono">{seconds > 0 ? says.seconds(seconds) : says.late}</span>;
}
