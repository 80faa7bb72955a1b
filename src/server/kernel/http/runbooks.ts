import { RUNBOOKS_PATH } from '#contract/base/paths';
import { refuse } from '#domain/base/result';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './refusals.ts';

/** Splits the runbooks into sections, by alert code. */
export function sectionsOf(runbooks: string): ReadonlyMap<string, string> {
  const sections = runbooks.split(/^(?=## )/m).slice(1);
  return new Map(
    sections.flatMap((section) => {
      const codes = /^Alerts: (.*)$/m.exec(section)?.[1]?.match(/(?<=`)\w+(?=`)/g) ?? [];
      return codes.map((code) => [code, section.trim()] as const);
    }),
  );
}

/** Registers the runbooks of alerts as plain text, readable without the web app. */
export function runbooks(app: FastifyInstance, text: string): void {
  const sections = sectionsOf(text);
  app.get<{ Params: { code: string } }>(`${RUNBOOKS_PATH}/:code`, (request, reply) => {
    const section = sections.get(request.params.code);
    if (section === undefined)
      return sendRefusal(reply, refuse('NOT_FOUND', { what: 'Runbook' }).refusal);
    return reply.type('text/plain; charset=utf-8').send(`${section}\n`);
  });
}
