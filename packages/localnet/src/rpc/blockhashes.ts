import { nonceOf } from '../bank/nonce.ts';
import { keyText } from '../bytes/key.ts';
import { BLOCKHASH_BLOCKS } from '../clock.ts';
import { feeOf } from '../tx/fee.ts';
import { decodeMessage } from './decode.ts';
import type { Methods } from './method.ts';
import { commitmentOf, config, contextSlot, pubkey, withContext } from './params.ts';

export const blockhashMethods: Methods = {
  getLatestBlockhash: ([options], { chain }) => {
    const asked = config(options);
    const slot = contextSlot(chain.slot, commitmentOf(asked), asked);
    return withContext(slot, {
      blockhash: keyText(chain.blockhashes.of(slot)),
      lastValidBlockHeight: slot + BLOCKHASH_BLOCKS,
    });
  },

  isBlockhashValid: ([blockhash, options], { chain }) => {
    const asked = config(options);
    const slot = contextSlot(chain.slot, commitmentOf(asked), asked);
    return withContext(slot, chain.blockhashes.slotOf(pubkey(blockhash), slot) !== null);
  },

  getFeeForMessage: ([data, options], { chain }) => {
    const asked = config(options);
    const message = decodeMessage(data);
    const commitment = commitmentOf(asked);
    const slot = contextSlot(chain.slot, commitment, asked);
    const known =
      chain.blockhashes.slotOf(message.blockhash, slot) !== null ||
      nonceOf(message, (key) => chain.account(key, commitment)) !== null;
    return withContext(slot, known ? feeOf(message) : null);
  },
};
