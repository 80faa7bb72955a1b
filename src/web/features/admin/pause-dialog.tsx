import { PATHS } from '#contract/paths';

import { adminCall } from '../../api/admin-client.ts';
import { adminTexts } from '../../texts/admin.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useAdminWrite } from './use-admin-write.ts';

const { pause: words, header, toast } = adminTexts;

interface PauseDialogProps {
  /** As it is now. */
  readonly paused: boolean;
  readonly onClose: () => void;
}

/** Stops or resumes all user operations, after saying what that does. */
export function PauseDialog({ paused, onClose }: PauseDialogProps) {
  const write = useAdminWrite({
    write: (reason: string | undefined) =>
      adminCall('POST', PATHS.adminPause, { body: { paused: !paused, reason } }),
    success: (status) =>
      status.paused
        ? { title: toast.pausedTitle, detail: toast.paused }
        : { title: toast.resumedTitle, detail: toast.resumed },
    failure: { title: toast.pauseFailedTitle, detail: toast.pauseFailed },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={paused ? words.resumeTitle : words.title}
      description={paused ? words.resumeHint : words.hint}
      changes={[
        {
          label: words.state,
          before: paused ? words.paused : words.running,
          after: paused ? words.running : words.paused,
        },
      ]}
      confirm={paused ? header.resume : header.pause}
      destructive={!paused}
      write={write}
      onClose={onClose}
    />
  );
}
