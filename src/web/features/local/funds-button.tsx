import { useMutation } from '@tanstack/react-query';
import { Coins } from 'lucide-react';

import { requestFunds } from '../../api/local.ts';
import { refreshAll } from '../../api/query-client.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { Button } from '../../ui/forms/button.tsx';
import { localTexts } from '../../texts/local.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { useWallet } from '../../wallet/state.ts';

const SOL = '10';
const USDC = '1000';

/** Test funds from the local network's faucet, for the wallet that is connected. */
export function FundsButton() {
  const wallet = useWallet();
  const address = wallet.phase === 'connected' ? wallet.address : null;
  const funds = useMutation({
    mutationFn: (walletAddress: string) => requestFunds({ walletAddress, sol: SOL, usdc: USDC }),
    onSuccess: tellDone,
    onError: tellFailed,
  });
  return (
    <Button
      size="sm"
      busy={funds.isPending}
      disabled={address === null}
      {...(address === null ? { 'data-hint': localTexts.fundsNeedWallet } : {})}
      onClick={() => address !== null && funds.mutate(address)}
    >
      <Coins aria-hidden className="size-3.5" />
      {localTexts.funds}
    </Button>
  );
}

async function tellDone(): Promise<void> {
  await refreshAll();
  showToast({ tone: 'success', title: localTexts.fundsDone, detail: localTexts.fundsDetail });
}

function tellFailed(error: unknown): void {
  tellFailure(localTexts.fundsFailed, error);
}
