import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';

import { cx } from '../format/cx.ts';
import { IconButton } from '../forms/icon-button.tsx';
import { texts } from '../texts/shared-texts.ts';

type DialogSize = 'md' | 'wide' | 'full';

const SIZES: Readonly<Record<DialogSize, string>> = {
  md: 'max-h-[92dvh] max-w-[480px]',
  wide: 'max-h-[92dvh] max-w-[960px]',
  full: 'h-dvh max-w-[1240px] sm:h-[calc(100dvh-32px)]',
};

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: string | undefined;
  /** Work is under way: neither Escape, nor a click outside, nor the close button ends it. */
  readonly locked?: boolean;
  /** 'wide' for tables and facts side by side, 'full' for a whole screen. */
  readonly size?: DialogSize;
  /** The buttons, the main one last. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** A window over the page. It traps focus and gives it back to what opened it. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, locked = false, footer, children } = props;
  const { size = 'md' } = props;
  const opener = useRef<Element | null>(null);
  const change = (next: boolean) => {
    if (next || !locked) onOpenChange(next);
  };
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim backdrop-blur-[2px]" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          // Radix gives focus back to its own trigger; ours is whatever had it before.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            opener.current = document.activeElement;
            focusFirst(event.currentTarget);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveBack(opener.current);
          }}
          className={cx(
            'fixed inset-x-0 bottom-0 z-50 mx-auto flex w-full animate-rise flex-col rounded-t-card border border-line bg-card shadow-raised outline-none',
            'sm:top-1/2 sm:bottom-auto sm:w-[calc(100%-32px)] sm:-translate-y-1/2 sm:rounded-card',
            // Large text leaves no room between head and buttons: all of it scrolls together.
            'max-tight:block max-tight:overflow-y-auto',
            SIZES[size],
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-5">
            <div className="min-w-0 wrap-anywhere">
              <Radix.Title className="text-lg leading-tight font-semibold tracking-[-0.01em]">
                {title}
              </Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-quiet">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild disabled={locked}>
              <IconButton label={texts.actions.close} icon={<X />} className="-mt-1 -mr-2 size-8" />
            </Radix.Close>
          </header>
          <div className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4 max-tight:overflow-visible">
            {children}
          </div>
          {footer !== undefined && (
            <footer className="flex flex-col-reverse gap-2 border-t border-line px-5 py-4 sm:flex-row sm:justify-end">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What asks for it by data-autofocus, else the dialog itself: its title is read out first. */
function focusFirst(dialog: EventTarget | null): void {
  if (!(dialog instanceof HTMLElement)) return;
  (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog).focus();
}

/** To what opened the dialog; where that is gone or disabled by now, to the form or the page it was in. */
function giveBack(opener: Element | null): void {
  if (opener instanceof HTMLElement) opener.focus();
  if (document.activeElement === opener && opener !== document.body) return;
  const form = opener?.closest('form');
  const near = form?.isConnected ? form.querySelector<HTMLElement>('input:enabled') : null;
  (near ?? document.querySelector<HTMLElement>('main'))?.focus();
}
