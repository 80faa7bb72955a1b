import { LoaderCircle, SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { Button } from '../kernel/ui/forms/button.tsx';
import { helpTexts } from './help-texts.ts';
import { ChatMessage } from './chat-message.tsx';
import type { Message } from './message.ts';
import { useScrolledTo } from './use-scrolled-to.ts';
import { BARE_CLASS, CONTROL_CLASS } from '../kernel/ui/forms/control-class.ts';
import { IconButton } from '../kernel/ui/forms/icon-button.tsx';

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

const CHARACTERS_MAX = 1_000;

interface ComposerProps {
  readonly isPending: boolean;
  readonly onSend: (question: string) => void;
}

/** Where questions are typed. Enter sends, Shift and Enter begin a new line. */
function Composer({ isPending, onSend }: ComposerProps) {
  const [text, setText] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const wasFocused = useRef(false);
  // Shortly after opening, and again once an answer is there, which a phone's keyboard would cover.
  useEffect(() => {
    if (isPending || (wasFocused.current && isTouch())) return;
    wasFocused.current = true;
    box.current?.focus();
  }, [isPending]);
  const isEmpty = text.trim() === '';
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (isEmpty || isPending) return;
    setText('');
    onSend(text);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
  };
  return (
    <form onSubmit={send} className="flex shrink-0 items-end gap-1 border-t border-line p-3 pr-2">
      <div className={CONTROL_CLASS}>
        <textarea
          ref={box}
          rows={1}
          aria-label={helpTexts.placeholder}
          placeholder={helpTexts.placeholder}
          maxLength={CHARACTERS_MAX}
          value={text}
          disabled={isPending}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          className={`${BARE_CLASS} field-sizing-content max-h-28 resize-none py-2.5`}
        />
      </div>
      <IconButton
        type="submit"
        label={helpTexts.send}
        icon={<SendHorizontal />}
        disabled={isEmpty || isPending}
        className="size-[46px]"
      />
    </form>
  );
}

/** Whether fingers are the main pointer: a focused text field raises a keyboard over the page. */
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;
