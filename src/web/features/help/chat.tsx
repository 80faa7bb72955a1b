import { LoaderCircle } from 'lucide-react';

import { Button } from '../../ui/forms/button.tsx';
import { helpTexts } from '../../texts/help.ts';
import { ChatMessage } from './chat-message.tsx';
import { Composer } from './composer.tsx';
import type { Message } from './message.ts';
import { useScrolledTo } from './use-scrolled-to.ts';

interface ChatProps {
  readonly messages: readonly Message[];
  readonly isPending: boolean;
  readonly ask: (question: string) => Promise<void>;
  readonly onPage: (slug: string) => void;
}

/** What was said, and the line to ask in. */
export function Chat({ messages, isPending, ask, onPage }: ChatProps) {
  return (
    <>
      <div
        role="log"
        aria-label={helpTexts.messages}
        // It takes focus, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative flex min-h-0 grow flex-col gap-3 overflow-y-auto overscroll-contain p-4"
      >
        {messages.map((message) => (
          <ChatMessage
            key={message.id}
            message={message}
            onPage={onPage}
            onAgain={(question) => void ask(question)}
          />
        ))}
        {messages.length === 1 && !isPending && <Quick onAsk={(question) => void ask(question)} />}
        {isPending && <Thinking />}
      </div>
      <Composer isPending={isPending} onSend={(question) => void ask(question)} />
    </>
  );
}

function Quick({ onAsk }: { readonly onAsk: (question: string) => void }) {
  return (
    <ul aria-label={helpTexts.quick} className="grid gap-1.5">
      {helpTexts.questions.map((question) => (
        <li key={question}>
          <Button
            size="sm"
            onClick={() => onAsk(question)}
            className="w-full justify-start text-left whitespace-normal"
          >
            {question}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Thinking() {
  return (
    <p ref={useScrolledTo()} className="flex items-center gap-2 text-sm text-quiet">
      <LoaderCircle aria-hidden className="size-4 animate-turn" />
      {helpTexts.thinking}
    </p>
  );
}
