import { useState } from 'react';

import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { userEditorTexts } from '../../../texts/admin-user-editor.ts';
import { UserEditor } from '../user-editor.tsx';
import { CleanUpDialog } from './clean-up-dialog.tsx';
import { Counters } from './counters.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import type { Opened } from './opened.ts';
import { UnmatchedCard } from './unmatched-card.tsx';
import { UserDetails } from './user-details.tsx';
import { UserList } from './user-list.tsx';

export default function UsersTab() {
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Counters />
      <UserList onOpen={setOpened} />
      <UnmatchedCard />
      {opened && <Over opened={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

function Over({ opened, onClose }: { readonly opened: Opened; readonly onClose: () => void }) {
  switch (opened.kind) {
    case 'details':
      return <UserDetails user={opened.user} onClose={onClose} />;
    case 'edit':
      return (
        <Dialog open onOpenChange={onClose} size="wide" title={userEditorTexts.title}>
          <UserEditor userId={opened.user.id} onClose={onClose} />
        </Dialog>
      );
    case 'delete':
      return <DeleteUserDialog user={opened.user} onClose={onClose} />;
    case 'clean-up':
      return <CleanUpDialog onClose={onClose} />;
  }
}
