import { randomBytes } from 'node:crypto';
import { type Session, statement } from './database.ts';

/** Concurrent starts: the first node stores its key, and all nodes read it. */
const KEEP = statement(
  'server-key-keep',
  `insert into server_keys (name, secret, made_at) values ($1, decode($2, 'hex'), db_now())
   on conflict (name) do nothing`,
);
const READ = statement(
  'server-key-read',
  `select encode(secret, 'hex') as secret from server_keys where name = $1`,
);

const SECRET_BYTES = 32;

type KeyName = 'nonce-authority' | 'push';

/** Returns the secret of a server key, 32 bytes; null before the very first start. */
export async function readServerKey(session: Session, name: KeyName): Promise<Uint8Array | null> {
  const [row] = await session.query<{ secret: string }>(READ, [name]);
  return row ? new Uint8Array(Buffer.from(row.secret, 'hex')) : null;
}

/** Returns the secret of a server key, which all nodes share. Generates it at the very first start. */
export async function serverKey(session: Session, name: KeyName): Promise<Uint8Array> {
  await session.query(KEEP, [name, randomBytes(SECRET_BYTES).toString('hex')]);
  const secret = await readServerKey(session, name);
  if (!secret) throw new Error(`the key ${name} was not kept`);
  return secret;
}
