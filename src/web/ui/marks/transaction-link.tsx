import { CopyButton } from './copy-button.tsx';
import { ExternalLink } from './external-link.tsx';
import { explorerUrl } from '../format/explorer-url.ts';
import { shortAddress } from '../format/short-address.ts';
import { texts } from '../../texts/texts.ts';

interface TransactionLinkProps {
  readonly signature: string;
  readonly network: string | undefined;
}

/** A transaction's signature, to copy, and on a real cluster to look up. */
export function TransactionLink({ signature, network }: TransactionLinkProps) {
  const url = explorerUrl(network, signature);
  return (
    <span className="inline-flex items-center gap-1">
      <span className="font-mono text-[0.92em] tracking-[-0.02em]" data-hint={signature}>
        {shortAddress(signature)}
      </span>
      <CopyButton value={signature} />
      {url !== null && <ExternalLink href={url}>{texts.actions.explorer}</ExternalLink>}
    </span>
  );
}
