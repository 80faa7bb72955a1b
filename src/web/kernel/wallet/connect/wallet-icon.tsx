import { Wallet } from 'lucide-react';

/** A wallet's own picture, or a plain one. The page's policy shows pictures that come as data only. */
export function WalletIcon({ source }: { readonly source: string | undefined }) {
  if (source?.startsWith('data:image/') !== true) return <Wallet aria-hidden className="size-4" />;
  return <img src={source} alt="" className="size-4 rounded-[4px]" />;
}
