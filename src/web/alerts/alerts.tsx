import { ShieldCheck } from 'lucide-react';

import type { Health } from '#contract/alerts/health';
import { RUNBOOKS_PATH } from '#contract/base/paths';

import { Empty } from '../kernel/ui/cards/empty.tsx';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { systemTexts as words } from '../kernel/dashboard/system-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { useSafeSentence } from '../kernel/dashboard/sensitive.tsx';

/** What needs the owner, the gravest first. */
export function Alerts({ health }: { readonly health: Health }) {
  const { alerts } = health;
  const safe = useSafeSentence();
  if (alerts.length === 0) {
    return (
      <Empty icon={<ShieldCheck aria-hidden />} title={words.noAlerts} hint={words.noAlertsHint} />
    );
  }
  const sorted = alerts.toSorted((a, b) => a.severity.localeCompare(b.severity));
  return (
    <ul className="grid grid-cols-1 gap-2">
      {sorted.map(({ code, severity, text, since, subject }) => (
        <li key={`${code}${subject}`}>
          <Notice tone={severity === 'critical' ? 'bad' : 'time'} title={safe(text)}>
            <span className="text-sm text-quiet">
              {words.severity[severity]} · <code className="font-mono">{code}</code>
              {since !== null && ` · ${words.since(dateTimeText(since))}`}
              {' · '}
              <a
                className="underline"
                href={`${RUNBOOKS_PATH}/${code}`}
                target="_blank"
                rel="noreferrer"
              >
                {words.runbook}
              </a>
            </span>
          </Notice>
        </li>
      ))}
    </ul>
  );
}
