import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { runAudit } from '../../../api/admin-audit.ts';
import { AdminSessionEnded } from '../../../api/admin-client.ts';
import { tellFailure } from '../../../api/tell-failure.ts';
import { auditTexts as words } from '../../../texts/admin-audit.ts';
import { showToast } from '../../../ui/overlays/toast.ts';

interface Progress {
  readonly processed: number;
  readonly total: number;
  readonly issues: number;
}

/** Repeats the audit, and tells how far it is. */
export function useRunAudit() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const { isPending, mutate } = useMutation({
    mutationFn: () =>
      runAudit((told) => {
        if ('processed' in told) setProgress(told);
      }),
    onMutate: () => setProgress(null),
    onSuccess: () =>
      showToast({ tone: 'success', title: words.refreshed, detail: words.refreshedDetail }),
    onError: (error) => {
      if (!(error instanceof AdminSessionEnded)) {
        tellFailure(words.refreshFailed, error, words.refreshFailedDetail);
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['api', 'admin', 'audit'] }),
  });
  return { isPending, progress, start: () => mutate() };
}
