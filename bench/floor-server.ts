import Fastify from 'fastify';
import { statement } from '#server/kernel/db/database';
import { openPostgres } from '#server/kernel/db/postgres';

/** The least that a read can be: one route, one SELECT by primary key. Prints where it listens. */
const database = openPostgres(process.env['DATABASE_URL'] ?? '');
const READ = statement('floor-read', 'select id, wallet, username from users where id = $1');
const app = Fastify();
app.get<{ Params: { id: string } }>('/users/:id', async ({ params }) => {
  const [user] = await database.query(READ, [params.id]);
  return user;
});
process.once('SIGTERM', () => process.exit(0));
console.log(`Open ${await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })}`);
