import { useEffect, useRef, useState } from 'react';

import type { HelpTopic } from '#contract/help';

import { askAssistant } from '../../api/help.ts';
import { serverOffsetMs } from '../../api/server-time.ts';
import { helpTexts } from '../../texts/help.ts';
import { useUserId } from '../../wallet/state.ts';

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

function message(role: Message['role'], content: string, more: Partial<Message> = {}): Message {
  count += 1;
  return {
    id: `message-${count}`,
    role,
    content,
    timestamp: Date.now() + serverOffsetMs(),
    ...more,
  };
}

/** What was said, and how to ask. Answers may tell a user's own dates: they go when the user goes. */
export function useChat() {
  const userId = useUserId();
  const [messages, setMessages] = useState(() => [message('assistant', helpTexts.greeting)]);
  const [isPending, setIsPending] = useState(false);
  /** Counts conversations: an answer to an earlier one is dropped. */
  const conversation = useRef(0);
  const lastUser = useRef(userId);
  useEffect(() => {
    const left = lastUser.current;
    lastUser.current = userId;
    if (left === null || left === userId) return;
    conversation.current += 1;
    setMessages([message('assistant', helpTexts.greeting)]);
    setIsPending(false);
  }, [userId]);

  const ask = async (text: string): Promise<void> => {
    const question = text.trim();
    if (question === '' || isPending) return;
    const { current } = conversation;
    setMessages((said) => [...said, message('user', question)]);
    setIsPending(true);
    const reply = await replyTo(question);
    if (conversation.current !== current) return;
    setMessages((said) => [...said, reply]);
    setIsPending(false);
  };
  return { messages, isPending, ask };
}

async function replyTo(question: string): Promise<Message> {
  try {
    const { answer, page, topics } = await askAssistant(question);
    return message('assistant', answer, { page, topics });
  } catch {
    return message('assistant', helpTexts.failure, { unanswered: question });
  }
}
