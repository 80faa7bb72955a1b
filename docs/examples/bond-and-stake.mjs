// Signs in, bonds SOL, claims the LMT and stakes it, as any program can: HTTP, JSON and a key.
// Run it beside `npm start`:  node docs/examples/bond-and-stake.mjs [http://127.0.0.1:5173]
// On the local network it takes a test wallet and moves the time; elsewhere it would wait.
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signBytes,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import process from 'node:process';

const origin = process.argv[2] ?? 'http://127.0.0.1:5173';
let session = '';

/** One call: JSON out, JSON back; a refusal is thrown with its code. */
async function call(method, path, body) {
  const response = await fetch(new URL(path, origin), {
    method,
    headers: {
      ...(session === '' ? {} : { 'x-session-token': session }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      // The same key makes a repeated write harmless; take a new one for each thing you do.
      ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.code}: ${answer.error}`);
  return answer;
}

/** Pays lamports to the treasury; the reference lets the server find the payment. */
async function pay(wallet, lamports, { treasuryAddress, reference }) {
  const rpc = createSolanaRpc(new URL('/rpc', origin).href);
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const transfer = getTransferSolInstruction({
    source: wallet,
    destination: address(treasuryAddress),
    amount: lamports,
  });
  const named = { address: address(reference), role: AccountRole.READONLY };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(wallet, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) =>
      appendTransactionMessageInstruction(
        { ...transfer, accounts: [...transfer.accounts, named] },
        m,
      ),
  );
  const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  return rpc.sendTransaction(wire, { encoding: 'base64' }).send();
}

const { wallets } = await call('GET', '/api/local');
const wallet = await createKeyPairSignerFromBytes(
  getBase58Encoder().encode(wallets.at(-1).secretKey),
);

// Sign in: the server names a message, the wallet signs it.
const walletAddress = wallet.address;
const { message } = await call('POST', '/api/auth/get-nonce', { walletAddress });
const signed = await signBytes(wallet.keyPair.privateKey, new TextEncoder().encode(message));
const signature = getBase58Decoder().decode(signed);
const proof = { walletAddress, message, signature };
const { sessionToken, userId } = await call('POST', '/api/auth/verify-wallet', proof);
session = sessionToken;
console.log(`signed in as ${walletAddress}`);

// Bond: a locked price, a payment, and the post of its signature.
const order = { tokenType: 'SOL', amount: '4.935' };
const quote = await call('POST', '/api/bonds/quote', order);
const paid = await pay(wallet, 4_935_000_000n, quote);
const bond = await call('POST', '/api/bonds', {
  ...order,
  userId,
  quoteId: quote.quoteId,
  transactionSignature: paid,
});
console.log(`bonded ${bond.amount} SOL for ${bond.lmtAmount} LMT, ${bond.status}`);

// Claim: once the 24 hours are over.
await call('POST', '/api/local/clock', { advanceMs: 24 * 3_600_000 });
const claimed = await call('PATCH', `/api/bonds/${bond.id}/status`, { status: 'completed' });
console.log(`claimed ${claimed.lmtAmount} LMT`);

// Stake: the fee is a payment too; a refusal 409 FEE_NOT_SEEN means: ask again, do not pay again.
const fee = await call('GET', '/api/stakes/fee-quote?amount=0.5');
const feeTransactionHash = await pay(wallet, BigInt(fee.lamports), fee);
const stake = await call('POST', '/api/stakes', {
  userId,
  amount: '0.5',
  autoRestakeEnabled: true,
  feeTransactionHash,
});
console.log(`staked ${stake.amount} LMT, ${stake.status} until ${stake.vestingEndTime}`);
