import { type ChildProcess, fork } from 'node:child_process';
import type { CommandMessage, Commands, ServerMessage } from './commands.ts';

interface Waiting {
  readonly done: (value: unknown) => void;
  readonly failed: (error: unknown) => void;
}

interface Ended {
  readonly signal: NodeJS.Signals | null;
  /** Step at which it killed itself; empty if it did not. */
  readonly step: string;
}

/** Server in its own process that executes commands. */
export class ServerProcess {
  readonly ended: Promise<Ended>;
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #isGone = false;

  constructor(program: string, onAlert: (alert: string, details: object) => void) {
    this.#process = fork(program, {
      // Cheaper compilation for a short-lived process halves the start time.
      execArgv: ['--liftoff-only', '--no-opt', '--max-lazy'],
      env: { PATH: process.env['PATH'], TEST_LOG: process.env['TEST_LOG'] },
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.#process.on('message', (said) => this.#hear(said as ServerMessage, onAlert));
    let step = '';
    this.#process.stdout?.on('data', (chunk: Buffer) => {
      step += chunk.toString();
    });
    this.ended = new Promise((done) => {
      this.#process.once('close', (_code, signal) => {
        this.#isGone = true;
        for (const { failed } of this.#waiting.values()) failed(new Error('the server is gone'));
        done({ signal, step });
      });
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Rejects if the command fails, or if the process ends first. */
  ask<K extends keyof Commands>(
    name: K,
    ...args: Parameters<Commands[K]>
  ): ReturnType<Commands[K]> {
    const answer = new Promise((done, failed) => {
      if (this.#isGone) return failed(new Error('the server is gone'));
      this.#asked += 1;
      const asked: CommandMessage = { id: this.#asked, name, args };
      this.#waiting.set(asked.id, { done, failed });
      this.#process.send(asked, () => {}); // Send errors are ignored, because the end of the process rejects the command.
    });
    return answer as ReturnType<Commands[K]>;
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  #hear(said: ServerMessage, onAlert: (alert: string, details: object) => void): void {
    if ('alert' in said) return onAlert(said.alert, said.details);
    const waiting = this.#waiting.get(said.id);
    this.#waiting.delete(said.id);
    if ('error' in said) waiting?.failed(said.error);
    else waiting?.done(said.value);
  }
}
