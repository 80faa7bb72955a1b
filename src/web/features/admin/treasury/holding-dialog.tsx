import { useState } from 'react';

import { PATHS } from '#contract/paths';
import type { HoldingJson } from '#contract/treasury';
import { parseDecimal } from '#domain/base/money';

import { adminCall } from '../../../api/admin-client.ts';
import { AmountInput } from '../../../ui/forms/amount-input.tsx';
import { wholeAmount } from '../../../ui/forms/amount-text.ts';
import { trimZeros } from '../../../ui/format/format.ts';
import { adminTreasuryTexts } from '../../../texts/admin-treasury.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useAdminWrite } from '../use-admin-write.ts';

const { holdings: words } = adminTreasuryTexts;

interface HoldingDialogProps {
  readonly holding: HoldingJson;
  readonly onClose: () => void;
}

/** Enters what the treasury holds of an asset that is not read from the chain. */
export function HoldingDialog({ holding, onClose }: HoldingDialogProps) {
  const { symbol, amount } = holding;
  const [text, setText] = useState(trimZeros(amount));
  const entry = wholeAmount(text);
  const decimals = amount.split('.')[1]?.length ?? 0;
  const error = errorOf(entry, decimals);
  const isSame = error === null && parseDecimal(entry, decimals) === parseDecimal(amount, decimals);
  const write = useAdminWrite({
    write: (reason: string | undefined) =>
      adminCall('PUT', PATHS.adminHoldings, { body: { symbol, amount: entry, reason } }),
    success: () => ({ title: words.done, detail: words.doneDetail(symbol, entry) }),
    failure: { title: words.failedTitle, detail: words.failedDetail },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.change(symbol)}
      description={words.hint}
      changes={
        error === null && !isSame
          ? [{ label: symbol, before: trimZeros(amount), after: trimZeros(entry) }]
          : []
      }
      confirm={words.save}
      blocked={isSame ? words.same : error === null ? null : ''}
      write={write}
      onClose={onClose}
    >
      <AmountInput
        isFirst
        label={words.amount}
        unit={symbol}
        value={text}
        error={entry === '' ? null : error}
        disabled={write.isPending}
        onChange={setText}
      />
    </ConfirmDialog>
  );
}

function errorOf(text: string, decimals: number): string | null {
  if (!/^\d{1,18}(?:\.\d+)?$/.test(text)) return words.malformed;
  return parseDecimal(text, decimals) === null ? words.decimals(decimals) : null;
}
