import { pause } from '../api/rpc.ts';
import { confirmedHeight } from './chain.ts';

const LOOK_MS = 3_000;

/**
 * Tells again and again until when a transaction can still be signed in time, by the pace at which blocks
 * come meanwhile: how long one takes is the network's affair. Ends with `isOver`.
 */
export async function watchLife(
  lastValidBlockHeight: number,
  tell: (endsAt: number) => void,
  isOver: () => boolean,
): Promise<void> {
  const first = await look();
  if (!first) return;
  while (!isOver()) {
    await pause(LOOK_MS);
    const now = await look();
    if (isOver()) return;
    if (!now || now.height <= first.height) continue;
    const blockMs = (now.at - first.at) / (now.height - first.height);
    tell(now.at + Math.max(0, lastValidBlockHeight - now.height) * blockMs);
  }
}

async function look(): Promise<{ readonly height: number; readonly at: number } | null> {
  const height = await confirmedHeight().catch(() => null);
  return height === null ? null : { height, at: Date.now() };
}
