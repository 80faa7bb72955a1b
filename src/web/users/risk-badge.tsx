import type { AuditedUserJson } from '#contract/audit/admin-audit';

import { Badge } from '../kernel/ui/marks/badge.tsx';
import { userEditorTexts } from './user-editor-texts.ts';
import type { Tone } from '../kernel/ui/format/tone.ts';

type Level = AuditedUserJson['riskLevel'];

const TONES: Readonly<Record<Level, Tone>> = { low: 'good', medium: 'time', high: 'bad' };

/** How much the audit has against a user. */
export function RiskBadge({ level }: { readonly level: Level }) {
  return <Badge tone={TONES[level]}>{userEditorTexts.risk[level]}</Badge>;
}
