// From the documentation of @solana/kit.
import {
  SYSTEM_PROGRAM_ADDRESS,
  fetchNonce,
  getCreateAccountInstruction,
  getInitializeNonceAccountInstruction,
  getNonceSize,
  getTransferSolInstruction,
} from '@solana-program/system';
import {
  airdropFactory,
  appendTransactionMessageInstruction,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmDurableNonceTransactionFactory,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
} from '@solana/kit';

const rpc = createSolanaRpc(process.env.RPC_URL ?? 'http://127.0.0.1:8899');
const rpcSubscriptions = createSolanaRpcSubscriptions(process.env.WS_URL ?? 'ws://127.0.0.1:8900');
const sender = await generateKeyPairSigner();
const receiver = await generateKeyPairSigner();

const airdrop = airdropFactory({ rpc, rpcSubscriptions });
await airdrop({
  commitment: 'confirmed',
  lamports: lamports(5_000_000_000n),
  recipientAddress: sender.address,
});

const abort = new AbortController();
const notifications = await rpcSubscriptions
  .accountNotifications(receiver.address, { commitment: 'confirmed', encoding: 'base64' })
  .subscribe({ abortSignal: abort.signal });
const slots = await rpcSubscriptions.slotNotifications().subscribe({ abortSignal: abort.signal });
const logs = await rpcSubscriptions
  .logsNotifications({ mentions: [receiver.address] }, { commitment: 'confirmed' })
  .subscribe({ abortSignal: abort.signal });
const first = async (each) => {
  for await (const notification of each) return notification;
};
const watched = Promise.all([first(notifications), first(slots), first(logs)]);

const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });
const transfer = getTransferSolInstruction({
  source: sender,
  destination: receiver.address,
  amount: lamports(1_000_000_000n),
});
async function send(instructions, commitment) {
  const { value: latestBlockhash } = await rpc.getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(sender, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(latestBlockhash, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  const signed = await signTransactionMessageWithSigners(message);
  await sendAndConfirm(signed, { commitment });
  return getSignatureFromTransaction(signed);
}
const signature = await send([transfer], 'confirmed');
const [account, slot, log] = await watched;
abort.abort();

await send([transfer], 'finalized');
const finalized = await rpc.getBalance(receiver.address, { commitment: 'finalized' }).send();

const nonce = await generateKeyPairSigner();
const space = BigInt(getNonceSize());
await send(
  [
    getCreateAccountInstruction({
      payer: sender,
      newAccount: nonce,
      lamports: await rpc.getMinimumBalanceForRentExemption(space).send(),
      space,
      programAddress: SYSTEM_PROGRAM_ADDRESS,
    }),
    getInitializeNonceAccountInstruction({
      nonceAccount: nonce.address,
      nonceAuthority: sender.address,
    }),
  ],
  'confirmed',
);
const { data } = await fetchNonce(rpc, nonce.address, { commitment: 'confirmed' });
const durable = await signTransactionMessageWithSigners(
  pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(sender, m),
    (m) =>
      setTransactionMessageLifetimeUsingDurableNonce(
        {
          nonce: data.blockhash,
          nonceAccountAddress: nonce.address,
          nonceAuthorityAddress: sender.address,
        },
        m,
      ),
    (m) => appendTransactionMessageInstruction(transfer, m),
  ),
);
const sendAndConfirmDurable = sendAndConfirmDurableNonceTransactionFactory({
  rpc,
  rpcSubscriptions,
});
await sendAndConfirmDurable(durable, { commitment: 'confirmed' });
const after = await fetchNonce(rpc, nonce.address, { commitment: 'confirmed' });

process.stdout.write(
  JSON.stringify({
    seen: {
      lamports: account.value.lamports.toString(),
      slot: typeof slot.slot,
      logged: log.value.signature === signature,
    },
    finalized: finalized.value.toString(),
    total: (
      await rpc.getBalance(receiver.address, { commitment: 'confirmed' }).send()
    ).value.toString(),
    advanced: after.data.blockhash !== data.blockhash,
  }),
);
process.exit(0);
