import { createRoot } from 'react-dom/client';

import { mobileWalletTexts } from '../mobile-wallet-texts.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { refusal } from '../failure.ts';

interface Says {
  readonly title: string;
  readonly hint: string;
  readonly go: string;
}

/** Waits for a tap: browsers open an app, and ask for a permission, only right after one. */
export function askTap({ title, hint, go }: Says): Promise<void> {
  return new Promise((resolve, reject) => {
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    const leave = () => {
      root.unmount();
      reject(refusal(mobileWalletTexts.errors.left));
    };
    const tapped = () => {
      root.unmount();
      resolve();
    };
    root.render(
      <Dialog
        open
        onOpenChange={leave}
        title={title}
        footer={
          <Button tone="primary" data-autofocus onClick={tapped}>
            {go}
          </Button>
        }
      >
        <p className="text-quiet">{hint}</p>
      </Dialog>,
    );
  });
}
