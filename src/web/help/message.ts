import type { HelpTopic } from '#contract/help/help';

import { serverOffsetMs } from '../kernel/api/server-time.ts';

export interface Message {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** Milliseconds since 1970, by the protocol's clock, like every time on the page. */
  readonly timestamp: number;
  /** Where an answer is from, and what is near it. */
  readonly page?: HelpTopic | null;
  readonly topics?: readonly HelpTopic[];
  /** What was asked, where no answer came. */
  readonly unanswered?: string;
}

let count = 0;

/** Something that is said now. */
export function message(
  role: Message['role'],
  content: string,
  more: Partial<Message> = {},
): Message {
  count += 1;
  return {
    id: `message-${count}`,
    role,
    content,
    timestamp: Date.now() + serverOffsetMs(),
    ...more,
  };
}
