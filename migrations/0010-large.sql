-- What is asked for with each look at the health: with many vaults, without going over all of them.
create index vaults_parked on vaults (parked_at) where parked_at is not null;
