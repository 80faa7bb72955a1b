import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';

const topic = z.object({ slug: z.string(), title: z.string() }).meta({ id: 'HelpTopic' });
export type HelpTopic = z.infer<typeof topic>;

const answer = z
  .object({
    /** Plain text: paragraphs and items on lines of their own. */
    answer: z.string(),
    /** Page that the answer is from; null if no page matches. */
    page: topic.nullable(),
    /** Related pages, best match first. */
    topics: z.array(topic),
  })
  .meta({ id: 'HelpAnswer' });
export type HelpAnswer = z.infer<typeof answer>;

/** With a session, the answer includes the user's own deadlines. */
export const askHelp = {
  method: 'POST',
  path: PATHS.helpChat,
  summary: 'Answers a question from the help pages',
  access: 'maybe-user',
  body: z.object({ question: z.string().trim().min(1).max(1_000) }),
  answers: { 200: answer },
} as const satisfies Endpoint;

export const listHelpPages = {
  method: 'GET',
  path: PATHS.helpPages,
  summary: 'All help pages, in reading order',
  access: 'anyone',
  answers: { 200: z.array(topic) },
} as const satisfies Endpoint;

const block = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('heading'), text: z.string() }),
    z.object({ kind: z.literal('paragraph'), text: z.string() }),
    z.object({
      kind: z.literal('list'),
      ordered: z.boolean(),
      items: z.array(z.string()).readonly(),
    }),
  ])
  .meta({ id: 'HelpBlock' });

const page = topic.extend({ blocks: z.array(block) }).meta({ id: 'HelpPage' });
export type HelpPage = z.infer<typeof page>;

export const getHelpPage = {
  method: 'GET',
  path: PATHS.helpPage,
  summary: 'A help page with current figures',
  access: 'anyone',
  params: z.object({ slug: z.string().max(100) }),
  answers: { 200: page },
  errors: [404],
} as const satisfies Endpoint;
