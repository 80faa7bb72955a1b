/** Since when the server tells this page what changes; at no time while it does not. */
export const stream = { upSince: Number.POSITIVE_INFINITY };

export interface ReadState {
  readonly state: { readonly dataUpdatedAt: number };
}

/** Whether every change since a read would have been told. */
export const isFollowed = ({ state }: ReadState): boolean => state.dataUpdatedAt >= stream.upSince;

/** A read that the server tells of when it changes: only without its word is it made again by the clock. */
export const told = (intervalMs: number) => ({
  refetchInterval: (query: ReadState): number | false => !isFollowed(query) && intervalMs,
});
