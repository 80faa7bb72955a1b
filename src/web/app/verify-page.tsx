import { VerifyScreen } from '../proof/verify-screen.tsx';
import { SignInStrip } from '../kernel/wallet/connect/sign-in-strip.tsx';
import { verifyTexts } from '../proof/verify-texts.ts';
import { usePageTitle } from './use-page-title.ts';

/** The Verify page. Its own chunk. */
export default function VerifyPage() {
  usePageTitle(verifyTexts.title);
  return (
    <div className="grid gap-4 pt-[22px]">
      <h1 className="sr-only">{verifyTexts.title}</h1>
      <SignInStrip />
      <VerifyScreen />
    </div>
  );
}
