-- Which chain the database is of: what was credited for payments of one is owed on no other.
create table cluster_pin (
  is_only boolean primary key default true check (is_only),
  network text not null check (network in ('local', 'mainnet-beta', 'devnet', 'testnet', 'custom')),
  genesis_hash text,
  pinned_at timestamptz(3) not null,
  check ((network = 'local') = (genesis_hash is null))
);
