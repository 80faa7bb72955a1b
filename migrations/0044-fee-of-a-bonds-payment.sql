-- The part of a payment that a stake took as its fee after the watcher had made a bond of the payment.
alter table payments add column fee_taken bigint not null default 0;
-- Rows of before have none taken: they need not be gone through.
alter table payments add constraint fee_taken_is_a_part
  check (fee_taken >= 0 and fee_taken <= amount) not valid;
