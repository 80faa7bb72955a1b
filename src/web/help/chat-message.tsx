import { BookOpen, RotateCcw } from 'lucide-react';
import type { MouseEvent } from 'react';

import type { HelpTopic } from '#contract/help/help';

import { Button } from '../kernel/ui/forms/button.tsx';
import { clockText } from '../kernel/ui/format/date-text.ts';
import { cx } from '../kernel/ui/format/cx.ts';
import { helpTexts } from './help-texts.ts';
import type { Message } from './message.ts';
import { useScrolledTo } from './use-scrolled-to.ts';

interface ChatMessageProps {
  readonly message: Message;
  readonly onPage: (slug: string) => void;
  readonly onAgain: (question: string) => void;
}

/** One message, with the page that it is from. */
export function ChatMessage({ message, onPage, onAgain }: ChatMessageProps) {
  const { role, content, timestamp, page, topics = [], unanswered } = message;
  const isUser = role === 'user';
  return (
    <div
      ref={useScrolledTo()}
      className={cx('grid gap-1', isUser ? 'justify-items-end' : 'justify-items-start')}
    >
      <div
        className={cx(
          'max-w-[88%] rounded-[12px] px-3 py-2 text-[0.8125rem] break-words whitespace-pre-line',
          isUser ? 'bg-accent text-on-accent' : 'bg-raise',
        )}
      >
        <span className="sr-only">{isUser ? helpTexts.you : helpTexts.title}: </span>
        {content}
      </div>
      {page && (
        <p className="text-sm text-faint">
          {helpTexts.from} <TopicLink topic={page} onPage={onPage} />
        </p>
      )}
      {topics.length > 0 && (
        <div className="text-sm text-faint">
          {helpTexts.near}
          <ul>
            {topics.map((topic) => (
              <li key={topic.slug}>
                <TopicLink topic={topic} onPage={onPage} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {unanswered !== undefined && (
        <Button size="sm" onClick={() => onAgain(unanswered)}>
          <RotateCcw aria-hidden className="size-3.5" />
          {helpTexts.again}
        </Button>
      )}
      <time dateTime={new Date(timestamp).toISOString()} className="text-xs text-faint">
        {clockText(timestamp)}
      </time>
    </div>
  );
}

interface TopicLinkProps {
  readonly topic: HelpTopic;
  readonly onPage: (slug: string) => void;
}

/** A help page: shown in the panel, or, opened in a new tab, on the Info tab. */
function TopicLink({ topic, onPage }: TopicLinkProps) {
  const show = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onPage(topic.slug);
  };
  return (
    <a
      href={`/?tab=info&page=${topic.slug}`}
      onClick={show}
      className="hit inline-block content-center rounded-sm text-accent underline underline-offset-3"
    >
      <BookOpen aria-hidden className="-mt-0.5 mr-1 inline size-3.5" />
      {topic.title}
    </a>
  );
}
