import type { StakeJson } from '#contract/stakes';

import { usePaused } from '../../api/use-paused.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ExplainedControl } from '../../ui/forms/explained-control.tsx';
import { vaultTexts } from '../../texts/vault.ts';
import { showVaultDialog } from '../vault/opened.ts';

interface UnstakeButtonProps {
  /** A vault in its window. */
  readonly stake: StakeJson;
  readonly userId: string;
  readonly size?: 'md' | 'sm';
}

/** Opens the dialog that takes part of a matured vault out. */
export function UnstakeButton({ stake, userId, size = 'md' }: UnstakeButtonProps) {
  const near = () => void import('./unstake-dialog.tsx');
  const reason = usePaused() ? vaultTexts.unstake.paused : null;
  return (
    <ExplainedControl reason={reason}>
      {(control) => (
        <Button
          {...control}
          size={size}
          onPointerEnter={near}
          onFocus={near}
          onClick={() => showVaultDialog({ kind: 'unstake', stake, userId })}
        >
          {vaultTexts.unstake.open}
        </Button>
      )}
    </ExplainedControl>
  );
}
