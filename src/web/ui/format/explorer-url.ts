const CLUSTERS: Readonly<Record<string, string>> = {
  'mainnet-beta': '',
  devnet: '?cluster=devnet',
  testnet: '?cluster=testnet',
};

/** Where a transaction can be looked up; null on the local network, which no explorer knows. */
export function explorerUrl(network: string | undefined, signature: string): string | null {
  const cluster = CLUSTERS[network ?? ''];
  return cluster === undefined ? null : `https://explorer.solana.com/tx/${signature}${cluster}`;
}
