import { type Blockhash, blockhash } from '@solana/kit';
import { type Reading, fact } from '../rpc/answer.ts';
import { type Rpc, read } from '../rpc/rpc-client.ts';
import { countAt, objectAt, textAt, withContext } from '../rpc/json-shape.ts';

/** Blockhash, and the last block height at which a transaction with it can land. */
export interface Life {
  readonly blockhash: Blockhash;
  readonly lastValidBlockHeight: number;
}

/** Returns the newest confirmed blockhash. */
export async function latestBlockhash(rpc: Rpc): Promise<Reading<Life>> {
  const outcome = await rpc.call('getLatestBlockhash', [{ commitment: 'confirmed' }]);
  return read(outcome, (answer) => {
    const { slot, value } = withContext(answer);
    const life = objectAt(value, 'blockhash');
    return fact(
      {
        blockhash: blockhash(textAt(life['blockhash'], 'blockhash')),
        lastValidBlockHeight: countAt(life['lastValidBlockHeight'], 'lastValidBlockHeight'),
      },
      slot,
    );
  });
}
