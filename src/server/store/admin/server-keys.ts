import { randomBytes } from 'node:crypto';
import { type Session, only, statement } from '../db/database.ts';

/** Of several nodes that start at once, one stores its key, and all read that one. */
const KEEP = statement(
  'server-key-keep',
  `insert into server_keys (name, secret, made_at) values ($1, decode($2, 'hex'), clock_timestamp())
   on conflict (name) do nothing`,
);
const READ = statement(
  'server-key-read',
  `select encode(secret, 'hex') as secret from server_keys where name = $1`,
);

const SECRET_BYTES = 32;

/** The secret of a key of the server's own, which all nodes share; the very first start makes it. */
export async function serverKey(session: Session, name: 'nonce-authority'): Promise<Uint8Array> {
  await session.query(KEEP, [name, randomBytes(SECRET_BYTES).toString('hex')]);
  const { secret } = only(await session.query<{ secret: string }>(READ, [name]));
  return new Uint8Array(Buffer.from(secret, 'hex'));
}
