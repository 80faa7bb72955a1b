import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

export interface Tab<V extends string> {
  readonly value: V;
  readonly label: string;
  /** How much waits there, for the eye: what is read out tells it elsewhere. */
  readonly count?: number;
  readonly content: ReactNode;
}

interface TabsProps<V extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** Puts the list and what it shows where they belong, where that is not one above the other. */
  readonly renderFrame?: (list: ReactNode, content: ReactNode) => ReactNode;
}

/** Views of which one is shown; arrow keys move between them. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, tabs, value, onChange, renderFrame = oneAboveTheOther } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    // Called at once, and when the window is made narrower.
    const sized = new ResizeObserver(() => showTab(current, value));
    sized.observe(current);
    return () => sized.disconnect();
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as V)}>
      {renderFrame(
        <Radix.List
          ref={list}
          aria-label={label}
          className="flex w-fit max-w-full gap-0.5 overflow-x-auto rounded-control bg-raise p-[3px]"
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className={
                'hit h-7 shrink-0 rounded-lg px-[11px] text-sm font-[550] whitespace-nowrap text-quiet transition-colors hover:text-text focus-visible:-outline-offset-2 ' +
                'data-[state=active]:bg-card data-[state=active]:text-text data-[state=active]:shadow-[0_1px_2px_oklch(0_0_0/0.18)]'
              }
            >
              {tab.label}
              {tab.count !== undefined && tab.count > 0 && (
                <span
                  aria-hidden
                  className="ml-1.5 rounded-full tint-amber px-1.5 py-px text-xs text-amber"
                >
                  {tab.count}
                </span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>,
        tabs.map((tab) => (
          <Radix.Content key={tab.value} value={tab.value} className="rounded-md">
            {tab.content}
          </Radix.Content>
        )),
      )}
    </Radix.Root>
  );
}

function oneAboveTheOther(list: ReactNode, content: ReactNode): ReactNode {
  return (
    <>
      {list}
      <div className="mt-4">{content}</div>
    </>
  );
}

/** On a phone the list is wider than the screen: the open tab is moved into its middle. */
function showTab(list: HTMLElement, value: string): void {
  const tab = list.querySelector<HTMLElement>(`[id$="-trigger-${value}"]`);
  if (!tab) return;
  const middle = tab.offsetLeft - list.offsetLeft + tab.offsetWidth / 2;
  list.scrollLeft = middle - list.clientWidth / 2;
}
