import { Search, X } from 'lucide-react';
import { useRef } from 'react';

import { BARE_CLASS, CONTROL_CLASS } from './control-class.ts';
import { IconButton } from './icon-button.tsx';
import { texts } from '../texts/shared-texts.ts';

/** As much as the server takes: beyond it a card would show a refusal in the place of the box itself. */
const MOST = 100;
/** It can be pasted, is not seen, and no text of the server may hold it. */
const NUL = '\0';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    // The button goes away with what it cleared.
    input.current?.focus();
  };
  return (
    <div className={`${CONTROL_CLASS} sm:w-64`}>
      <Search aria-hidden className="size-4 shrink-0 text-faint" />
      <input
        ref={input}
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={MOST}
        onChange={(event) => onChange(event.target.value.replaceAll(NUL, ''))}
        className={BARE_CLASS}
      />
      {value !== '' && <IconButton label={texts.actions.clear} icon={<X />} onClick={clear} />}
    </div>
  );
}
