import { useMutation } from '@tanstack/react-query';

import { PATHS } from '#contract/paths';

import { callFile } from '../../api/client.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { saveFile } from '../../ui/format/save-file.ts';
import { historyTexts } from '../../texts/history.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { type Choice, exportQuery } from './filter.ts';

const FILE = 'lmt-history.csv';

/** Downloads what a choice shows, as CSV. */
export function useExport(userId: string) {
  const words = historyTexts.export;
  const { isPending, mutate } = useMutation({
    mutationFn: ({ choice }: { choice: Choice; count: number }) =>
      callFile(PATHS.historyCsv, { params: { userId }, query: exportQuery(choice) }),
    onSuccess: (file, { count }) => {
      saveFile(file, FILE);
      showToast({ tone: 'success', title: words.done, detail: words.doneDetail(count, FILE) });
    },
    onError: (error) => tellFailure(words.failed, error, words.failedDetail),
  });
  return { isExporting: isPending, start: mutate };
}
