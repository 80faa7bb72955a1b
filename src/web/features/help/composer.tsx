import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { BARE_CLASS, CONTROL_CLASS } from '../../ui/forms/control-class.ts';
import { IconButton } from '../../ui/forms/icon-button.tsx';
import { isTouch } from '../../ui/state/is-touch.ts';
import { helpTexts } from '../../texts/help.ts';

const CHARACTERS_MAX = 1_000;

interface ComposerProps {
  readonly isPending: boolean;
  readonly onSend: (question: string) => void;
}

/** Where questions are typed. Enter sends, Shift and Enter begin a new line. */
export function Composer({ isPending, onSend }: ComposerProps) {
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
