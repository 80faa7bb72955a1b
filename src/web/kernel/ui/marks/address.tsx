import { CopyButton } from './copy-button.tsx';
import { shortAddress } from '../format/short-address.ts';

interface AddressProps {
  readonly address: string;
  readonly copy?: boolean;
}

/** A shortened address, whole on hover and in the clipboard. */
export function Address({ address, copy = true }: AddressProps) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <span
        className="font-mono text-[0.92em] tracking-[-0.02em] whitespace-nowrap"
        data-hint={address}
      >
        {shortAddress(address)}
      </span>
      {copy && <CopyButton value={address} />}
    </span>
  );
}
