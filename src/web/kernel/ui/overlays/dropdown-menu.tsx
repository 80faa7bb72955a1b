import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { cx } from '../format/cx.ts';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  /** At the right end, quieter. */
  readonly note?: ReactNode;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

export interface MenuGroup {
  readonly heading: string;
  readonly items: readonly MenuItem[];
}

interface DropdownMenuProps {
  /** A button; the menu opens from it. */
  readonly trigger: ReactNode;
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** More items, each lot under its heading. */
  readonly groups?: readonly MenuGroup[];
  /** For a menu that is fetched when it is asked for. */
  readonly defaultOpen?: boolean;
  readonly align?: 'end' | 'center';
}

export function DropdownMenu(props: DropdownMenuProps) {
  const { trigger, label, items, groups = [], defaultOpen = false, align = 'end' } = props;
  return (
    // Not modal: that hides the page from screen readers without a dialog that would say so.
    <Radix.Root defaultOpen={defaultOpen} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        {/* A landmark of its own: it stands outside of the page's. */}
        <section aria-label={label}>
          <Radix.Content
            aria-label={label}
            align={align}
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-60 animate-fade overflow-y-auto rounded-[12px] border border-line bg-card p-1 shadow-raised"
          >
            {items.map((item) => (
              <Item key={item.label} item={item} />
            ))}
            {groups.map(({ heading, items: inner }) => (
              <Radix.Group key={heading} className="mt-1 border-t border-line pt-1">
                <Radix.Label className="px-2.5 py-1.5 text-xs font-[550] text-faint">
                  {heading}
                </Radix.Label>
                {inner.map((item) => (
                  <Item key={item.label} item={item} />
                ))}
              </Radix.Group>
            ))}
          </Radix.Content>
        </section>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Item({ item }: { readonly item: MenuItem }) {
  return (
    <Radix.Item
      disabled={item.disabled ?? false}
      onSelect={item.onSelect}
      className={cx(
        'hit flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 -outline-offset-2 select-none not-focus-visible:outline-none [&_svg]:size-4',
        'data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-raise',
      )}
    >
      {item.icon}
      <span className="grow">{item.label}</span>
      {item.note !== undefined && <span className="text-sm text-faint">{item.note}</span>}
    </Radix.Item>
  );
}
