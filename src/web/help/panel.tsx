import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { statusQuery } from '../kernel/api/queries.ts';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { IconButton } from '../kernel/ui/forms/icon-button.tsx';
import { helpTexts } from './help-texts.ts';
import { Chat } from './chat.tsx';
import { useNarrow } from '../kernel/ui/format/use-narrow.ts';
import { PATHS } from '#contract/base/paths';
import { call } from '../kernel/api/client.ts';
import { helpPageQuery } from '../kernel/api/reads/help-queries.ts';
import { useUserId } from '../kernel/wallet/state.ts';
import { type Message, message } from './message.ts';
import { Link } from 'wouter';
import { useRead } from '../kernel/api/read-of.ts';
import { ReadPart } from '../kernel/ui/cards/read-part.tsx';
import { HelpBlocks } from '../kernel/ui/marks/help-blocks.tsx';

interface PanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Where focus goes back to. */
  readonly onClosed: () => void;
}

/** The assistant: a panel beside the page, on a phone a sheet over it. */
export default function Panel({ isOpen, onClose, onClosed }: PanelProps) {
  const isNarrow = useNarrow();
  const chat = useChat();
  const [slug, setSlug] = useState<string | null>(null);
  return (
    <Radix.Root
      // A sheet keeps focus inside, a panel leaves the page usable.
      modal={isNarrow}
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
    >
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className={
            'fixed inset-0 z-40 flex animate-rise flex-col bg-card pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] outline-none ' +
            'sm:inset-auto sm:right-5 sm:bottom-5 sm:h-[500px] sm:max-h-[calc(100dvh-40px)] sm:w-96 sm:rounded-card sm:border sm:border-line sm:shadow-raised'
          }
        >
          <Head onClose={onClose} onBack={slug === null ? null : () => setSlug(null)} />
          {slug === null ? (
            <Chat {...chat} onPage={setSlug} />
          ) : (
            <PageView slug={slug} onLeave={isNarrow ? onClose : undefined} />
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface HeadProps {
  readonly onClose: () => void;
  readonly onBack: (() => void) | null;
}

function Head({ onClose, onBack }: HeadProps) {
  const { isError } = useQuery(statusQuery());
  return (
    <div className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line py-2 pr-2 pl-4">
      {onBack && (
        <IconButton
          label={helpTexts.back}
          icon={<ArrowLeft />}
          onClick={onBack}
          className="-ml-2 size-8"
        />
      )}
      <Radix.Title className="text-md font-semibold">{helpTexts.title}</Radix.Title>
      <Badge tone={isError ? 'time' : 'good'}>
        <i aria-hidden className="size-1.5 rounded-full bg-current" />
        {isError ? helpTexts.offline : helpTexts.online}
      </Badge>
      <IconButton
        label={helpTexts.close}
        icon={<X />}
        onClick={onClose}
        className="ml-auto size-8"
      />
    </div>
  );
}

/** What was said, and how to ask. Answers may tell a user's own dates: they go when the user goes. */
function useChat() {
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
    const { answer, page, topics } = await call('POST', PATHS.helpChat, { body: { question } });
    return message('assistant', answer, { page, topics });
  } catch {
    return message('assistant', helpTexts.failure, { unanswered: question });
  }
}

const says = { loading: helpTexts.pageLoading, failed: helpTexts.pageFailed };

interface PageViewProps {
  readonly slug: string;
  /** What else happens when the page is opened on the Info tab. */
  readonly onLeave: (() => void) | undefined;
}

/** A help page inside the panel. */
function PageView({ slug, onLeave }: PageViewProps) {
  const read = useRead(helpPageQuery(slug));
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <div ref={frame} tabIndex={-1} className="min-h-0 grow overflow-y-auto p-4 outline-none">
      <ReadPart read={read} says={says} skeleton={{ text: 600 }}>
        {({ title, blocks }) => (
          <>
            <h2 className="mb-3 text-md font-semibold">{title}</h2>
            <HelpBlocks blocks={blocks} />
            <p className="mt-4 text-sm">
              <Link
                href={`/?tab=info&page=${slug}`}
                onClick={() => onLeave?.()}
                className="text-accent underline underline-offset-3"
              >
                {helpTexts.whole}
              </Link>
            </p>
          </>
        )}
      </ReadPart>
    </div>
  );
}
