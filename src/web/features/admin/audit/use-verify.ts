import { verifyBlockchain } from '../../../api/admin-audit.ts';
import { auditTexts } from '../../../texts/admin-audit.ts';
import { useAdminWrite } from '../use-admin-write.ts';

const { verification: words } = auditTexts;

/** Asks the chain about every bond, and tells what it said. */
export function useVerify() {
  const { isPending, start } = useAdminWrite({
    write: verifyBlockchain,
    success: ({ bondsVerified, txHashesStored }) => ({
      title: words.done,
      detail: words.doneDetail(bondsVerified, txHashesStored),
    }),
    failure: { title: words.failed, detail: words.failedDetail },
  });
  return { isPending, start: () => start() };
}
