import { useEffect, useRef, useState } from 'react';

import type { AdminVaultJson } from '#contract/vaults/admin-vaults';

import { ParkedVaults } from './parked-vaults.tsx';
import { VaultList } from './vault-list.tsx';
import { VaultPanel } from './vault-panel.tsx';

export default function VaultsTab() {
  const [chosen, setChosen] = useState<AdminVaultJson | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const chosenId = chosen?.id;
  useEffect(() => {
    const place = panel.current;
    // On a narrow screen it lies below the list, out of sight.
    if (
      chosenId !== undefined &&
      place &&
      place.getBoundingClientRect().top > window.innerHeight / 2
    )
      place.scrollIntoView({ block: 'start' });
  }, [chosenId]);
  // A vault that was saved or deleted in the same moment is chosen no more.
  const readAgain = (vault: AdminVaultJson) =>
    setChosen((now) => (now?.id === vault.id ? vault : now));
  return (
    <div className="grid grid-cols-1 gap-4 wide:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4 *:last:grow">
        <ParkedVaults />
        <VaultList chosen={chosen?.id ?? null} onChoose={setChosen} onRead={readAgain} />
      </div>
      <div ref={panel} className="flex min-w-0 scroll-mt-4 flex-col *:grow">
        <VaultPanel key={chosen?.id} vault={chosen} onClose={() => setChosen(null)} />
      </div>
    </div>
  );
}
