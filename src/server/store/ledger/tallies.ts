/** Counts by name and hour, as rows: what is kept, and what came since; 'epoch' is the hour of those of now. */
export const TALLIES = `(select name, hour, sum(amount) as amount from (
    select name, hour, amount from tallies union all select name, hour, amount from tally_changes) e
  group by name, hour)`;
