import { useMutation } from '@tanstack/react-query';

import { exportHistory } from '../../api/history-export.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { historyTexts } from '../../ui/texts/history.ts';
import { showToast } from '../../ui/toast.ts';
import { type Choice, exportQuery } from './filter.ts';

const FILE = 'lmt-history.csv';
const READ_MS = 60_000;

/** Downloads what a choice shows, as CSV. */
export function useExport(userId: string) {
  const words = historyTexts.export;
  const { isPending, mutate } = useMutation({
    mutationFn: ({ choice }: { choice: Choice; count: number }) =>
      exportHistory(userId, exportQuery(choice)),
    onSuccess: (file, { count }) => {
      save(file);
      showToast({ tone: 'success', title: words.done, detail: words.doneDetail(count, FILE) });
    },
    onError: (error) => tellFailure(words.failed, error, words.failedDetail),
  });
  return { isExporting: isPending, start: mutate };
}

/** Hands a file to the browser's own downloads. */
function save(file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = FILE;
  link.click();
  // Some browsers begin to read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}
