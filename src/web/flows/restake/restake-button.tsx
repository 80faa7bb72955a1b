import type { StakeJson } from '#contract/stakes';

import { usePaused } from '../../api/use-paused.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Reasoned } from '../../ui/format/reasoned.tsx';
import { vaultTexts } from '../../texts/vault.ts';
import { savingOf } from '../vault/cheaper-way.ts';
import { showVaultDialog } from '../vault/opened.ts';

interface RestakeButtonProps {
  /** A vault in its window. */
  readonly stake: StakeJson;
  readonly userId: string;
  readonly size?: 'md' | 'sm';
}

/** Opens the dialog that restakes a matured vault by hand; stands out only where waiting is not cheaper. */
export function RestakeButton({ stake, userId, size = 'md' }: RestakeButtonProps) {
  const near = () => void import('./restake-dialog.tsx');
  const reason = usePaused() ? vaultTexts.restake.paused : null;
  return (
    <Reasoned reason={reason}>
      {(control) => (
        <Button
          {...control}
          tone={savingOf(stake) === null ? 'primary' : 'secondary'}
          size={size}
          onPointerEnter={near}
          onFocus={near}
          onClick={() => showVaultDialog({ kind: 'restake', stake, userId })}
        >
          {vaultTexts.restake.open}
        </Button>
      )}
    </Reasoned>
  );
}
