import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';

import { dateTexts } from '../texts/date-texts.ts';
import { BARE_CLASS, CONTROL_CLASS } from './control-class.ts';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { shownDate, typedDate } from './typed-date.ts';

interface DateFieldProps {
  readonly label: string;
  /** A day, or a day and a time, in the reader's own time zone. */
  readonly kind: 'day' | 'time';
  /** '2026-12-07' or '2026-12-07T19:52:10'; '' for none, null while what is typed is none. */
  readonly value: string | null;
  readonly error?: string | null;
  readonly disabled?: boolean;
  /** In the same form; null where what is typed is none. */
  readonly onChange: (value: string | null) => void;
}

/** A date that is typed as dates are shown everywhere else, or picked in the browser's own calendar. */
export function DateField(props: DateFieldProps) {
  const { label, kind, value, error = null, disabled = false, onChange } = props;
  const [entered, setTyped] = useState<string | null>(null);
  /** While it is typed, or cannot be read; no longer when the value was set to another. */
  const typed = entered !== null && typedDate(entered, kind) === value ? entered : null;
  const picker = useRef<HTMLInputElement>(null);
  const isUnread = typed !== null && value === null;
  const enter = (text: string) => {
    setTyped(text);
    onChange(typedDate(text, kind));
  };
  return (
    <Field label={label} error={error ?? (isUnread ? dateTexts.unread[kind] : null)}>
      {(control) => (
        <div className={`${CONTROL_CLASS} relative pr-1`}>
          <input
            {...control}
            type="text"
            autoComplete="off"
            placeholder={disabled ? undefined : dateTexts.example[kind]}
            disabled={disabled}
            value={typed ?? shownDate(value ?? '')}
            onChange={(event) => enter(event.target.value)}
            onBlur={() => !isUnread && setTyped(null)}
            className={BARE_CLASS}
          />
          <IconButton
            label={dateTexts.calendar}
            icon={<CalendarDays />}
            disabled={disabled}
            className="size-7"
            onClick={() => picker.current?.showPicker()}
          />
          {/* Opened by the button, and never seen: its own form of a date is another in every browser. */}
          <input
            ref={picker}
            type={kind === 'day' ? 'date' : 'datetime-local'}
            step={kind === 'day' ? undefined : 1}
            aria-hidden
            tabIndex={-1}
            disabled={disabled}
            value={value ?? ''}
            onChange={(event) => enter(shownDate(whole(event.target.value)))}
            className="pointer-events-none absolute right-1 bottom-0 size-px opacity-0"
          />
        </div>
      )}
    </Field>
  );
}

/** Some browsers leave out seconds that are 0. */
const whole = (picked: string): string => (/T\d\d:\d\d$/.test(picked) ? `${picked}:00` : picked);
