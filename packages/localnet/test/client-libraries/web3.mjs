// From the documentation of @solana/web3.js 1.x.
import {
  AddressLookupTableProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
  sendAndConfirmTransaction,
} from '@solana/web3.js';

const connection = new Connection(process.env.RPC_URL ?? 'http://127.0.0.1:8899', 'confirmed');
const sender = Keypair.generate();
const receiver = Keypair.generate();

const airdrop = await connection.requestAirdrop(sender.publicKey, 5 * LAMPORTS_PER_SOL);
const latest = await connection.getLatestBlockhash();
await connection.confirmTransaction({ signature: airdrop, ...latest });
const airdropped = await connection.getBalance(sender.publicKey);

const told = { logs: 0, program: 0, slots: 0, roots: 0 };
const balance = new Promise((resolve) => {
  connection.onAccountChange(receiver.publicKey, ({ lamports }) => resolve(lamports));
});
connection.onLogs(sender.publicKey, () => (told.logs += 1));
connection.onProgramAccountChange(SystemProgram.programId, () => (told.program += 1));
connection.onRootChange(() => (told.roots += 1));
const slots = connection.onSlotChange(() => (told.slots += 1));

const transfer = SystemProgram.transfer({
  fromPubkey: sender.publicKey,
  toPubkey: receiver.publicKey,
  lamports: LAMPORTS_PER_SOL,
});
const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer), [
  sender,
]);
const received = await balance;
await connection.removeSlotChangeListener(slots);
const parsed = await connection.getParsedTransaction(signature, {
  maxSupportedTransactionVersion: 0,
});
const finality = new Promise((resolve) => {
  connection.onSignature(signature, ({ err }) => resolve(err), 'finalized');
});

const [create, table] = AddressLookupTableProgram.createLookupTable({
  authority: sender.publicKey,
  payer: sender.publicKey,
  recentSlot: (await connection.getSlot()) - 1,
});
const extend = AddressLookupTableProgram.extendLookupTable({
  payer: sender.publicKey,
  authority: sender.publicKey,
  lookupTable: table,
  addresses: [receiver.publicKey],
});
await sendAndConfirmTransaction(connection, new Transaction().add(create, extend), [sender]);
const { value: lookupTable } = await connection.getAddressLookupTable(table);
const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
const message = new TransactionMessage({
  payerKey: sender.publicKey,
  recentBlockhash: blockhash,
  instructions: [transfer],
}).compileToV0Message([lookupTable]);
const versioned = new VersionedTransaction(message);
versioned.sign([sender]);
const sent = await connection.sendTransaction(versioned);
const confirmed = await connection.confirmTransaction({
  signature: sent,
  blockhash,
  lastValidBlockHeight,
});

const nonce = Keypair.generate();
await sendAndConfirmTransaction(
  connection,
  new Transaction().add(
    SystemProgram.createAccount({
      fromPubkey: sender.publicKey,
      newAccountPubkey: nonce.publicKey,
      lamports: await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH),
      space: NONCE_ACCOUNT_LENGTH,
      programId: SystemProgram.programId,
    }),
    SystemProgram.nonceInitialize({
      noncePubkey: nonce.publicKey,
      authorizedPubkey: sender.publicKey,
    }),
  ),
  [sender, nonce],
);
const { data } = await connection.getAccountInfo(nonce.publicKey);
const durable = new Transaction({
  feePayer: sender.publicKey,
  nonceInfo: {
    nonce: NonceAccount.fromAccountData(data).nonce,
    nonceInstruction: SystemProgram.nonceAdvance({
      noncePubkey: nonce.publicKey,
      authorizedPubkey: sender.publicKey,
    }),
  },
  minNonceContextSlot: await connection.getSlot(),
}).add(transfer);
await sendAndConfirmTransaction(connection, durable, [sender]);

process.stdout.write(
  JSON.stringify({
    airdropped,
    received,
    told,
    parsed: parsed.transaction.message.instructions[0].parsed,
    table: lookupTable.state.addresses.length,
    confirmed: confirmed.value.err,
    finalized: await finality,
    total: await connection.getBalance(receiver.publicKey),
    receiver: receiver.publicKey,
    sender: sender.publicKey,
  }),
);
process.exit(0);
