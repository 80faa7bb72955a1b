import { Download, ExternalLink } from 'lucide-react';

import { leavesAddress } from '../kernel/api/reads/proof-queries.ts';
import { verifyTexts } from './verify-texts.ts';
import { Card } from '../kernel/ui/cards/card.tsx';
import { saveFile } from '../kernel/ui/format/save-file.ts';
import { buttonClass } from '../kernel/ui/forms/button-class.ts';
import { Button } from '../kernel/ui/forms/button.tsx';

const says = verifyTexts.files;
const VERIFIER = '/verifier.html';

interface FilesCardProps {
  readonly day: string;
  /** Responses of the server, unchanged. */
  readonly proof: unknown;
  readonly mine: unknown;
}

/** Downloads for checking a day elsewhere, or later. */
export function FilesCard({ day, proof, mine }: FilesCardProps) {
  const name = `lmt-proof-${day}`;
  const save = (json: unknown, file: string) =>
    saveFile(new Blob([JSON.stringify(json, null, 2)], { type: 'application/json' }), file);
  return (
    <Card title={says.title}>
      <p className="max-w-[70ch] text-quiet">{says.hint}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => save(proof, `${name}.json`)}>
          <Download aria-hidden className="size-4" />
          {says.day}
        </Button>
        {mine !== undefined && (
          <Button onClick={() => save(mine, `${name}-mine.json`)}>
            <Download aria-hidden className="size-4" />
            {says.mine}
          </Button>
        )}
        <a href={leavesAddress(day)} download={`${name}-leaves.csv`} className={buttonClass({})}>
          <Download aria-hidden className="size-4" />
          {says.leaves}
        </a>
        <a href={VERIFIER} download="lmt-verifier.html" className={buttonClass({})}>
          <Download aria-hidden className="size-4" />
          {says.keepVerifier}
        </a>
        <a href={VERIFIER} target="_blank" rel="noreferrer" className={buttonClass({})}>
          <ExternalLink aria-hidden className="size-4" />
          {says.verifier}
        </a>
      </div>
      {mine !== undefined && <p className="mt-3 text-sm text-faint">{says.secret}</p>}
    </Card>
  );
}
