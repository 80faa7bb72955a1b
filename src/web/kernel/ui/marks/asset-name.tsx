interface AssetNameProps {
  readonly symbol: string;
  readonly logoUrl: string | null;
}

/** An asset's symbol with its icon. */
export function AssetName({ symbol, logoUrl }: AssetNameProps) {
  return (
    <span className="inline-flex items-center gap-[7px] font-[560]">
      {logoUrl !== null && (
        <img
          src={logoUrl}
          alt=""
          width={20}
          height={20}
          loading="lazy"
          decoding="async"
          className="size-5 shrink-0 rounded-full"
        />
      )}
      {symbol}
    </span>
  );
}
