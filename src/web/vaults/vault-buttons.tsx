import type { ComponentProps } from 'react';
import { usePaused } from '../kernel/api/use-paused.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { ExplainedControl } from '../kernel/ui/forms/explained-control.tsx';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { isRestakePrimary, useCheaperWay } from './cheaper-way.ts';
import { type Opened, showVaultDialog } from './open-vault-dialog.ts';

/** About a vault in its window. */
interface VaultButtonProps
  extends Omit<Opened, 'kind'>, Pick<ComponentProps<typeof Button>, 'size' | 'tone'> {}

const DIALOGS = {
  restake: () => import('./restake-dialog.tsx'),
  unstake: () => import('./unstake/unstake-dialog.tsx'),
};

/** Opens the dialog that takes part of a matured vault out. */
export function UnstakeButton(props: VaultButtonProps) {
  return <VaultButton kind="unstake" {...props} />;
}

/** Opens the dialog that restakes a matured vault by hand; stands out only where doing nothing costs more. */
export function RestakeButton(props: VaultButtonProps) {
  const { stake } = props;
  const isPrimary = isRestakePrimary(stake, useCheaperWay(stake));
  return <VaultButton kind="restake" tone={isPrimary ? 'primary' : 'secondary'} {...props} />;
}

function VaultButton({ kind, stake, ...look }: VaultButtonProps & Pick<Opened, 'kind'>) {
  const near = () => void DIALOGS[kind]();
  const { paused, open } = vaultTexts[kind];
  return (
    <ExplainedControl reason={usePaused() ? paused : null}>
      {(control) => (
        <Button
          {...control}
          {...look}
          onPointerEnter={near}
          onFocus={near}
          onClick={() => showVaultDialog({ kind, stake })}
        >
          {open}
        </Button>
      )}
    </ExplainedControl>
  );
}
