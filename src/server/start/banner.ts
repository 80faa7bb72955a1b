import type { Config } from '../config.ts';

/** Text in the terminal once the server listens. */
export function banner(config: Config, address: string, tookMs: number): string {
  const database =
    config.databaseUrl === null
      ? `embedded, in ${config.dataDir} (for trying and developing; production uses DATABASE_URL)`
      : 'PostgreSQL';
  const network =
    config.chain.kind === 'cluster'
      ? `Solana ${config.chain.cluster}`
      : config.chain.joins === null
        ? 'the local network: an embedded Solana with test wallets, test funds and a time machine'
        : `the local network of ${config.chain.joins}`;
  return [
    '',
    `  LMT is ready (${(tookMs / 1_000).toFixed(1)} s)`,
    '',
    `  Open      ${address}`,
    `  Network   ${network}`,
    `  Database  ${database}`,
    '',
    '',
  ].join('\n');
}
