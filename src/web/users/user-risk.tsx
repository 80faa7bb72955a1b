import { useQuery } from '@tanstack/react-query';

import { auditedUserQuery } from '../kernel/api/reads/admin-user-queries.ts';
import { SkeletonLine } from '../kernel/ui/cards/skeleton-line.tsx';
import { userEditorTexts } from './user-editor-texts.ts';
import { RiskBadge } from './risk-badge.tsx';
import { useSafeSentence } from '../kernel/dashboard/sensitive.tsx';

const { risk } = userEditorTexts;

/** What the audit has against a user, line by line. */
export function UserRisk({ userId }: { readonly userId: string }) {
  const safe = useSafeSentence();
  const { data, isError } = useQuery(auditedUserQuery(userId));
  if (isError) return <p className="text-quiet">{risk.failed}</p>;
  if (data === undefined) return <SkeletonLine className="w-40" />;
  if (data === null) return <p className="text-quiet">{risk.none}</p>;
  return (
    <div className="grid justify-items-start gap-2">
      <RiskBadge level={data.riskLevel} />
      {data.inconsistencies.length === 0 ? (
        <p className="text-quiet">{risk.clean}</p>
      ) : (
        <ul className="grid list-disc gap-1 pl-4 text-quiet">
          {data.inconsistencies.map((line) => (
            <li key={line}>{safe(line)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
