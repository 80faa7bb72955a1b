import type { z } from 'zod';

import type { Endpoint } from '#contract/endpoint';

/** What a call answers with when it succeeds, as the contract says. */
export type AnswerOf<E extends Endpoint> = z.infer<E['answers'][keyof E['answers']]>;
/** What a call takes in its body. */
export type BodyOf<E extends Endpoint> = z.infer<NonNullable<E['body']>>;
