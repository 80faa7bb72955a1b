import { Notice } from '../../ui/cards/notice.tsx';
import { vaultTexts } from '../../texts/vault.ts';

/** The window closed while the dialog was open. */
export function WindowClosed() {
  const { title, detail } = vaultTexts.closed;
  return (
    <Notice tone="time" title={title}>
      {detail}
    </Notice>
  );
}
