import { CopyButton } from './copy-button.tsx';
import { ExternalLink } from './external-link.tsx';
import { shortAddress } from '../format/short-address.ts';
import { texts } from '../../texts/texts.ts';

interface TransactionLinkProps {
  readonly signature: string;
  /** Where it can be looked up, with `{signature}` in its place. */
  readonly explorer: string | null | undefined;
}

/** A transaction's signature, to copy, and where there is an explorer to look up. */
export function TransactionLink({ signature, explorer }: TransactionLinkProps) {
  const url = explorer?.replace('{signature}', signature);
  return (
    <span className="inline-flex items-center gap-1">
      <span className="font-mono text-[0.92em] tracking-[-0.02em]" data-hint={signature}>
        {shortAddress(signature)}
      </span>
      <CopyButton value={signature} />
      {url !== undefined && <ExternalLink href={url}>{texts.actions.explorer}</ExternalLink>}
    </span>
  );
}
