import { useQuery } from '@tanstack/react-query';

import type { PayoutJson } from '#contract/sells/sells';

import { statusQuery } from './queries.ts';
import { texts } from '../ui/texts/shared-texts.ts';
import { shortAddress } from '../ui/format/short-address.ts';
import { CopyButton } from '../ui/marks/copy-button.tsx';
import { ExternalLink } from '../ui/marks/external-link.tsx';

/** A transaction's signature, to copy, and where the network has an explorer to look up. */
export function TransactionLink({ signature }: { readonly signature: string }) {
  const { data: explorer } = useQuery({
    ...statusQuery(),
    select: ({ explorerUrl }) => explorerUrl,
  });
  return (
    <span className="inline-flex items-center gap-1">
      <span className="font-mono text-[0.92em] tracking-[-0.02em]" data-hint={signature}>
        {shortAddress(signature)}
      </span>
      <CopyButton value={signature} />
      {explorer && (
        <ExternalLink href={explorer.replace('{signature}', signature)}>
          {texts.actions.explorer}
        </ExternalLink>
      )}
    </span>
  );
}

/** The transaction that pays a request, once it is signed; one that was withdrawn is nowhere to be seen. */
export function PayoutLink({ payout }: { readonly payout: PayoutJson | null }) {
  if (payout === null || payout.signature === null || payout.status === 'withdrawn') return null;
  return <TransactionLink signature={payout.signature} />;
}
