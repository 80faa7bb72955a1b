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
