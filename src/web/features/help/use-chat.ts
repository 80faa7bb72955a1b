import { useEffect, useRef, useState } from 'react';

import { askAssistant } from '../../api/help.ts';
import { helpTexts } from '../../texts/help.ts';
import { useUserId } from '../../wallet/state.ts';
import { type Message, message } from './message.ts';

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
