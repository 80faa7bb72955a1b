import type { Chain } from '#server/kernel/chain/chain';
import type { Database, Session } from '#server/kernel/db/database';
import type { World } from '#test/world';
import type { Node } from '#test/world/node';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Notes whatever is asked of a database from now on: statements by their names, `lock` or `script` for
 * a script, `begin` and `commit` around a transaction. The database itself is changed, since others
 * know it by its identity.
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
    // A node compares its clocks after the time machine has moved: that is no part of a call.
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
  /** The status that a call answers with, and the steps that it took. */
  readonly stepsOf: (
    call: () => Promise<{ readonly status: number }>,
  ) => Promise<readonly [number, readonly string[]]>;
}

/** The world's node again, and a function that tells what a call asks of its database and its chain. */
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
