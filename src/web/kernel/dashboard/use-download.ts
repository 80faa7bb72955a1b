import { useMutation } from '@tanstack/react-query';

import { AdminSessionEnded } from '../api/admin-client.ts';
import { tellFixedFailure } from '../api/tell-failure.ts';
import { saveFile } from '../ui/format/save-file.ts';
import { adminTexts } from './dashboard-texts.ts';
import { showToast } from '../ui/overlays/toast.ts';

const { toast } = adminTexts;

interface Words {
  readonly done: string;
  readonly failed: string;
  readonly failedDetail: string;
}

const WORDS: Words = {
  done: toast.exportedTitle,
  failed: toast.exportFailedTitle,
  failedDetail: toast.exportFailed,
};

/** Downloads a file of the owner's: all of it, whatever the screen shows. */
export function useDownload(read: () => Promise<Blob>, file: string, words: Words = WORDS) {
  const { isPending, mutate } = useMutation({
    mutationFn: read,
    onSuccess: (blob) => {
      saveFile(blob, file);
      showToast({ tone: 'success', title: words.done, detail: toast.exported(file) });
    },
    onError: (error) => {
      if (!(error instanceof AdminSessionEnded))
        tellFixedFailure(words.failed, error, { fixed: words.failedDetail });
    },
  });
  return { isPending, start: () => mutate() };
}
