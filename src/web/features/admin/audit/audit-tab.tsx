import { Tabs } from '../../../ui/cards/tabs.tsx';
import { useKept } from '../../../ui/state/use-kept.ts';
import { auditTexts as words } from '../../../texts/admin-audit.ts';
import { AdminLogCard } from './admin-log.tsx';
import { UserAudit } from './user-audit.tsx';

type View = 'users' | 'log';

/** Every user held against ledger and chain, and everything that the owner did. */
export default function AuditTab() {
  const [view, setView] = useKept<View>('admin audit view', 'users');
  return (
    <Tabs<View>
      label={words.views}
      value={view}
      onChange={setView}
      tabs={[
        { value: 'users', label: words.usersView, content: <UserAudit /> },
        { value: 'log', label: words.logView, content: <AdminLogCard /> },
      ]}
    />
  );
}
