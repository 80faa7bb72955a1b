import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';

import { adminUserQuery } from '../../api/admin-users.ts';
import { ADMIN_INTERVALS_MS } from '../../api/admin-intervals.ts';
import { readOf } from '../../api/read-of.ts';
import { Empty } from '../../ui/cards/empty.tsx';
import { ReadPart } from '../../ui/cards/read-part.tsx';
import { userEditorTexts } from '../../texts/admin-user-editor.ts';
import { Section } from './section.tsx';
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
  return (
    <ReadPart read={read} says={userEditorTexts} skeleton={{ pairs: 12 }}>
      {(user) =>
        user === null ? (
          <Empty
            icon={<UserX aria-hidden />}
            title={userEditorTexts.gone}
            hint={userEditorTexts.goneHint}
          />
        ) : (
          <div className="grid gap-x-10 gap-y-6 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
            <Section title={userEditorTexts.form.title}>
              <EditorForm user={user} onClose={onClose} />
            </Section>
            <div className="grid content-start gap-6">
              <Section title={userEditorTexts.facts.title}>
                <UserFacts user={user} />
              </Section>
              <Section title={userEditorTexts.risk.title}>
                <UserRisk userId={userId} />
              </Section>
            </div>
          </div>
        )
      }
    </ReadPart>
  );
}
