-- A role that may not make tables still gets the ledger's months made.
alter function make_ledger_month(date) security definer set search_path = public, pg_temp;
