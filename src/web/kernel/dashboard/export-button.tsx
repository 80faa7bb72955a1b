import { FileDown } from 'lucide-react';

import { Button } from '../ui/forms/button.tsx';
import { useDownload } from './use-download.ts';

interface ExportButtonProps {
  readonly read: () => Promise<Blob>;
  readonly file: string;
  readonly children: string;
  readonly className?: string;
}

export function ExportButton({ read, file, children, className }: ExportButtonProps) {
  const { isPending, start } = useDownload(read, file);
  return (
    <Button size="sm" className={className} busy={isPending} onClick={start}>
      <FileDown aria-hidden className="size-4" />
      {children}
    </Button>
  );
}
