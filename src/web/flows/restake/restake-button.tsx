import type { StakeJson } from '#contract/stakes';

import { usePaused } from '../../api/use-paused.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ExplainedControl } from '../../ui/forms/explained-control.tsx';
import { vaultTexts } from '../../texts/vault.ts';
import { isRestakePrimary, useCheaperWay } from '../vault/cheaper-way.ts';
import { showVaultDialog } from '../vault/opened.ts';

interface RestakeButtonProps {
  /** A vault in its window. */
  readonly stake: StakeJson;
  readonly userId: string;
  readonly size?: 'md' | 'sm';
}

/** Opens the dialog that restakes a matured vault by hand; stands out only where doing nothing costs more. */
export function RestakeButton({ stake, userId, size = 'md' }: RestakeButtonProps) {
  const near = () => void import('./restake-dialog.tsx');
  const way = useCheaperWay(stake);
  const reason = usePaused() ? vaultTexts.restake.paused : null;
  return (
    <ExplainedControl reason={reason}>
      {(control) => (
        <Button
          {...control}
          tone={isRestakePrimary(stake, way) ? 'primary' : 'secondary'}
          size={size}
          onPointerEnter={near}
          onFocus={near}
          onClick={() => showVaultDialog({ kind: 'restake', stake, userId })}
        >
          {vaultTexts.restake.open}
        </Button>
      )}
    </ExplainedControl>
  );
}
