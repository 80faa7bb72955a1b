-- System accounts of fees, one kind for each.

alter type account_kind rename value 'stakingFees' to 'fee.stake';
alter type account_kind rename value 'feesBurned' to 'fee.restake';
alter type account_kind add value 'fee.unstake';
alter type account_kind add value 'fee.sell';
-- Forms name their kinds. Those with the added kinds are made when they are first met.
alter table journal_forms disable trigger journal_forms_append_only;
update journal_forms
  set moves = replace(replace(moves, 'stakingFees', 'fee.stake'), 'feesBurned', 'fee.restake');
alter table journal_forms enable trigger journal_forms_append_only;
