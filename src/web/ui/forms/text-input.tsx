import type { InputHTMLAttributes } from 'react';

import { BARE_CLASS, CONTROL_CLASS } from './control-class.ts';

/** One line of text; its label is a Field's. */
export function TextInput(props: Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>) {
  return (
    <div className={CONTROL_CLASS}>
      <input type="text" autoComplete="off" {...props} className={BARE_CLASS} />
    </div>
  );
}
