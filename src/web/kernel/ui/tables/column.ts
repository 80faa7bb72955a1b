export type SortOrder = 'ascending' | 'descending';

/** A column by its title. */
export interface Column {
  readonly label: string;
  /** For columns of numbers. */
  readonly right?: boolean;
  /** Left out on a phone. */
  readonly roomy?: boolean;
  /** The order in force; null for a column that could be sorted by; left out where it can't. */
  readonly sort?: SortOrder | null;
  readonly onSort?: () => void;
}

/** Columns of numbers. */
export const right = (...labels: readonly string[]): readonly Column[] =>
  labels.map((label) => ({ label, right: true }));

/** In which order a list stands. */
export interface Order<S extends string> {
  readonly sort: S;
  readonly direction: 'asc' | 'desc';
}

interface Sorting<S extends string> {
  readonly order: Order<S>;
  readonly onOrder: (order: Order<S>) => void;
  /** How the list begins when it is sorted by the column; sorted by it again, it turns round. */
  readonly first?: Order<S>['direction'];
}

/** A column that a list is sorted by, or could be. */
export function sortedBy<S extends string>(sort: S, label: string, of: Sorting<S>): Column {
  const { order, onOrder, first = 'desc' } = of;
  const now = order.sort === sort ? order.direction : null;
  const next = now === null ? first : now === 'asc' ? 'desc' : 'asc';
  return {
    label,
    sort: now && (now === 'asc' ? 'ascending' : 'descending'),
    onSort: () => onOrder({ sort, direction: next }),
  };
}
