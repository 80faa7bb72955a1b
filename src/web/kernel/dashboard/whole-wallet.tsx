import { CopyButton } from '../ui/marks/copy-button.tsx';

export interface NamedWallet {
  readonly label: string;
  readonly address: string;
}

const GROUP = /.{1,4}/g;

/** The wallet that a confirmation is about. */
export function WholeWallet({ label, address }: NamedWallet) {
  return (
    <div className="min-w-0">
      <span className="flex items-center justify-between gap-2 text-quiet">
        {label}
        <CopyButton value={address} />
      </span>
      <WholeAddress address={address} />
    </div>
  );
}

/**
 * A wallet's address, whole, in groups that can be compared. It is never masked: names and shortened addresses can
 * be made to look like others.
 */
export function WholeAddress({ address }: Pick<NamedWallet, 'address'>) {
  return (
    <code className="flex flex-wrap gap-x-[0.5ch] font-mono text-[0.8125rem] font-[560]">
      {(address.match(GROUP) ?? []).map((group, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a group may stand twice in an address
        <span key={i}>{group}</span>
      ))}
    </code>
  );
}
