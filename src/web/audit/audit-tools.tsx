import { Download, Link2, RefreshCw } from 'lucide-react';
import { PATHS } from '#contract/base/paths';
import { type AuditChoice, runAudit } from '../kernel/api/reads/audit-queries.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { formatNumber } from '../kernel/ui/format/format.ts';
import { auditTexts as words } from './audit-texts.ts';
import { showToast } from '../kernel/ui/overlays/toast.ts';
import { SafeText } from '../kernel/dashboard/sensitive.tsx';
import { useDownload } from '../kernel/dashboard/use-download.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { verifyBlockchain } from '../kernel/api/reads/chain-audit-queries.ts';
import { AdminSessionEnded, adminFile } from '../kernel/api/admin-client.ts';
import { tellFailure } from '../kernel/api/tell-failure.ts';
import { useAdminWrite } from '../kernel/dashboard/use-admin-write.ts';

const { exported, verification: verifying } = words;

interface AuditToolsProps {
  readonly choice: AuditChoice;
  /** How many users the choice leaves. */
  readonly total: number;
}

/** Verify Blockchain, Refresh with its progress, Export CSV. */
export function AuditTools({ choice, total }: AuditToolsProps) {
  const verify = useVerify();
  const run = useRunAudit();
  const file = () => adminFile(PATHS.adminAuditCsv, { query: choice });
  const download = useDownload(file, 'lmt-audit.csv', exported);
  const save = () => {
    if (total > 0) download.start();
    else showToast({ tone: 'failure', title: exported.noneTitle, detail: exported.none });
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap gap-2">
        <Button busy={verify.isPending} onClick={verify.start}>
          <Link2 aria-hidden className="size-4" />
          {words.verify}
        </Button>
        <Button busy={run.isPending} onClick={run.start}>
          <RefreshCw aria-hidden className="size-4" />
          {words.refresh}
        </Button>
        <Button busy={download.isPending} onClick={save}>
          <Download aria-hidden className="size-4" />
          {words.export}
        </Button>
      </div>
      {run.isPending && <AuditProgress progress={run.progress} />}
    </div>
  );
}

interface AuditProgressProps {
  readonly progress: ReturnType<typeof useRunAudit>['progress'];
}

export function AuditProgress({ progress }: AuditProgressProps) {
  const share = progress && progress.total > 0 ? progress.processed / progress.total : 0;
  const count = (value: number) => formatNumber(String(value), 0);
  return (
    <div role="status" className="grid gap-1.5">
      <progress
        aria-label={words.loading}
        max={1}
        value={share}
        className="h-[5px] w-full appearance-none overflow-hidden rounded-[3px] bg-raise [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raise [&::-webkit-progress-value]:bg-accent"
      />
      <p className="text-sm text-quiet">
        {words.loading}{' '}
        {progress === null ? (
          words.starting
        ) : (
          <SafeText>
            {words.progress(
              count(progress.processed),
              count(progress.total),
              count(progress.issues),
            )}
          </SafeText>
        )}
      </p>
    </div>
  );
}

interface Progress {
  readonly processed: number;
  readonly total: number;
  readonly issues: number;
}

/** Repeats the audit, and tells how far it is. */
function useRunAudit() {
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

/** Asks the chain about every bond, and tells what it said. */
function useVerify() {
  const { isPending, start } = useAdminWrite({
    write: verifyBlockchain,
    success: ({ bondsVerified, txHashesStored }) => ({
      title: verifying.done,
      detail: verifying.doneDetail(bondsVerified, txHashesStored),
    }),
    failure: { title: verifying.failed, detail: verifying.failedDetail },
  });
  return { isPending, start: () => start() };
}
