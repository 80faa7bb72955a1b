import type { Chain } from '#server/kernel/chain/chain';
import type { Database, Session } from '#server/kernel/db/database';
import type { World } from '#test/world';
import type { Node } from '#test/world/node';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Records the steps of a database from now on: statements by name, `lock` or `script` for a script, `begin`
 * and `commit` around a transaction. Patches the database object, because others refer to it by identity.
 */
export function noteSteps(database: Database, note: (step: string) => void): void {
  noteStatements(database, note);
  const transaction = database.transaction.bind(database);
  (database as Writable<Database>).transaction = async (work) => {
    note('begin');
    const done = await transaction((session) => {
      noteStatements(session, note);
      return work(session);
    });
    note('commit');
    return done;
  };
}

function noteStatements(session: Session, note: (step: string) => void): void {
  const [query, exec] = [session.query.bind(session), session.exec.bind(session)];
  const noted = session as Writable<Session>;
  noted.query = (statement, params) => {
    // The clock check after a move of the time machine is no part of a call.
    if (statement.name !== 'clock-watch') note(statement.name);
    return query(statement, params);
  };
  noted.exec = (script) => {
    note(script.includes('pg_advisory_xact_lock') ? 'lock' : 'script');
    return exec(script);
  };
}

export interface Steps {
  readonly node: Node;
  /** Status of a call, and the steps that it took. */
  readonly stepsOf: (
    call: () => Promise<{ readonly status: number }>,
  ) => Promise<readonly [number, readonly string[]]>;
}

/** Restarts the world's node with recorded calls to database and chain. */
export async function withSteps(world: World): Promise<Steps> {
  let steps: string[] = [];
  const { database, chain } = world.node.parts;
  noteSteps(database, (step) => steps.push(step));
  const asking: Chain = {
    ...chain,
    facts(signature) {
      steps.push('chain');
      return chain.facts(signature);
    },
  };
  const node = await world.restart({ database, chain: asking });
  return {
    node,
    stepsOf: async (call) => {
      steps = [];
      const { status } = await call();
      return [status, steps];
    },
  };
}
