import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { cx } from './cx.ts';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  /** At the right end, quieter. */
  readonly note?: string;
  readonly destructive?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

interface DropdownMenuProps {
  /** A button; the menu opens from it. */
  readonly trigger: ReactNode;
  readonly label: string;
  readonly items: readonly MenuItem[];
}

export function DropdownMenu({ trigger, label, items }: DropdownMenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 min-w-52 animate-fade rounded-[12px] border border-line bg-card p-1 shadow-raised"
        >
          {items.map((item) => (
            <Radix.Item
              key={item.label}
              disabled={item.disabled ?? false}
              onSelect={item.onSelect}
              className={cx(
                'hit flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 outline-none select-none [&_svg]:size-4',
                'data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-raise',
                item.destructive === true && 'text-red',
              )}
            >
              {item.icon}
              <span className="grow">{item.label}</span>
              {item.note !== undefined && <span className="text-sm text-faint">{item.note}</span>}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
