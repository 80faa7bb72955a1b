export interface ProtocolSettings {
  readonly stakingFee: string;
  readonly sellFee: string;
  readonly restakeFee: string;
  readonly lmtPriceSOL: string;
  readonly lmtPriceUSDC: string;
  readonly baseAPY: string;
  readonly maxDynamicAPY: string;
  readonly currentAPY: string;
  readonly withdrawalFee: string | null;
  readonly sellingFee: string;
  readonly autoRestakeFee: string;
  readonly weeklyPriceIncrease: string;
  readonly maxSupply: string;
  readonly lmtPrice: string;
  readonly apyMode: 'fixed' | 'dynamic';
}
export interface Status {
  readonly paused: boolean;
  readonly pausedSince: string | null;
  readonly network: string;
  readonly now: string;
  readonly version: string;
}
