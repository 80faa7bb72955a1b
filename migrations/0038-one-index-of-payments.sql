-- Payments have one index in the place of four: it finds them by their signature, which every reader knows
-- with the id or the subject. Nodes of the version before go on afterwards: they find the same rows, slowly.

set local statement_timeout = 0;
lock table payments in access exclusive mode;

-- The first eight bytes of a text's SHA-256; a backslash in it is no escape.
create function payment_key(of text) returns bigint language sql immutable parallel safe as $$
  select ('x' || encode(substr(sha256(replace(of, '\', '\\')::bytea), 1, 8), 'hex'))::bit(64)::bigint
$$;

drop index payments_by_signature;
drop index payments_by_subject;
drop index payments_once;
-- Each id is a new UUIDv7, of which no two are alike: nothing else holds them to it.
alter table payments drop constraint payments_id_key;

-- What one wallet paid in one token by one transaction is still for one thing, once. Payments of two
-- transactions would be taken for one if all sixteen bytes were alike, those of one transaction if the last
-- eight were. Nobody can look for two such payers beforehand: they are digested with the signature, which is
-- made over both. A third token needs a name of its own here.
create unique index payments_once on payments (
  payment_key(signature),
  payment_key(signature || ' ' || payer || case token when 'SOL' then ' SOL' else ' USDC' end)
);
