import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';

import { adminUserQuery } from '../../api/admin-users.ts';
import { ADMIN_INTERVALS_MS } from '../../api/admin-intervals.ts';
import { readOf } from '../../api/read-of.ts';
import { CardError } from '../../ui/cards/card-error.tsx';
import { CardLoading } from '../../ui/cards/card-loading.tsx';
import { Empty } from '../../ui/cards/empty.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { userEditorTexts } from '../../texts/admin-user-editor.ts';
import { EditorForm } from './user-editor/editor-form.tsx';
import { UserFacts } from './user-editor/facts.tsx';
import { UserRisk } from './user-risk.tsx';

interface UserEditorProps {
  readonly userId: string;
  /** After it was saved, and when the owner thinks better of it. */
  readonly onClose: () => void;
}

/**
 * A user's name and balance to correct, beside what is known of them. Stands in a Dialog of size
 * 'wide' or 'full', which gives it its title.
 */
export function UserEditor({ userId, onClose }: UserEditorProps) {
  const read = readOf(useQuery(adminUserQuery(userId)), ADMIN_INTERVALS_MS.adminLists);
  if (read.state === 'loading') {
    return (
      <CardLoading label={userEditorTexts.loading}>
        <Skeleton className="h-[420px] rounded-card" />
      </CardLoading>
    );
  }
  if (read.state === 'error') {
    return <CardError title={userEditorTexts.failed} fault={read.fault} refresh={read.refresh} />;
  }
  if (read.data === null) {
    return (
      <Empty
        icon={<UserX aria-hidden />}
        title={userEditorTexts.gone}
        hint={userEditorTexts.goneHint}
      />
    );
  }
  return (
    <div className="grid gap-x-10 gap-y-6 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
      <Part title={userEditorTexts.form.title}>
        <EditorForm user={read.data} onClose={onClose} />
      </Part>
      <div className="grid content-start gap-6">
        <Part title={userEditorTexts.facts.title}>
          <UserFacts user={read.data} />
        </Part>
        <Part title={userEditorTexts.risk.title}>
          <UserRisk userId={userId} />
        </Part>
      </div>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-3 text-sm font-[550] text-faint">{title}</h3>
      {children}
    </section>
  );
}
