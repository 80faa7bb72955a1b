-- The proof of liabilities: of each day what was owed to each wallet, and the tree that was made of it.

-- A row is begun by its snapshot; from `root` on the day is published. Hashes and the secret are hex.
create table proofs (
  day text collate "C" primary key check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  at timestamptz(3) not null,
  secret text not null check (secret ~ '^[0-9a-f]{64}$'),
  wallets integer not null check (wallets >= 0),
  total_units numeric(20) not null check (total_units >= 0),
  log_head text not null,
  other text not null,
  lmt_price bigint not null,
  owed_usd numeric not null check (owed_usd >= 0),
  leaves integer,
  root text check (root ~ '^[0-9a-f]{64}$'),
  holdings text,
  worth text,
  check (num_nulls(leaves, root, holdings, worth) in (0, 4)),
  anchor_transaction text,
  anchor_signature text,
  anchor_height bigint,
  anchor_built_slot bigint,
  check (num_nulls(anchor_transaction, anchor_signature, anchor_height, anchor_built_slot) in (0, 4)),
  anchor_slot bigint,
  anchor_final boolean not null default false
) with (fillfactor = 80);

-- Records of 40 bytes in their order, 1,024 to a row: wallets with what is owed to them, leaves with
-- their sums. `first` is the first 32 bytes of the first, `root` a chunk of leaves' own root.
create table proof_chunks (
  day text collate "C" not null references proofs,
  kind text not null check (kind in ('wallet', 'leaf')),
  number integer not null,
  first bytea not null,
  records bytea not null,
  root bytea,
  primary key (day, kind, number)
);
create index proof_chunks_by_first on proof_chunks (day, kind, first);
