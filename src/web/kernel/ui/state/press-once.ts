/** Lets a held Enter press a control once: its repeats would press what has the focus afterwards. Gives what ends it. */
export function pressOnce(): () => void {
  const stop = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.repeat && event.key === 'Enter' && !isText) event.preventDefault();
  };
  document.addEventListener('keydown', stop, true);
  return () => document.removeEventListener('keydown', stop, true);
}
