// From the documentation of @solana/pay: merchant and wallet.
import {
  FindReferenceError,
  createTransfer,
  encodeURL,
  findReference,
  parseURL,
  validateTransfer,
} from '@solana/pay';
import { createMint, getOrCreateAssociatedTokenAccount, mintTo } from '@solana/spl-token';
import { Connection, Keypair, LAMPORTS_PER_SOL, sendAndConfirmTransaction } from '@solana/web3.js';
import { BigNumber } from 'bignumber.js';

const connection = new Connection(process.env.RPC_URL ?? 'http://127.0.0.1:8899', 'confirmed');
const merchant = Keypair.generate();
const customer = Keypair.generate();
for (const { publicKey } of [customer, merchant]) {
  const signature = await connection.requestAirdrop(publicKey, 2 * LAMPORTS_PER_SOL);
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
}
const splToken = await createMint(connection, customer, customer.publicKey, null, 6);
for (const { publicKey } of [customer, merchant]) {
  const { address } = await getOrCreateAssociatedTokenAccount(
    connection,
    customer,
    splToken,
    publicKey,
  );
  if (publicKey.equals(customer.publicKey)) {
    await mintTo(connection, customer, splToken, address, customer, 50_000_000);
  }
}

async function checkOut(fields) {
  const recipient = merchant.publicKey;
  const amount = new BigNumber(1.5);
  const reference = Keypair.generate().publicKey;
  const url = encodeURL({
    recipient,
    amount,
    reference,
    label: 'Jungle Cats store',
    message: 'Your order #001234',
    memo: 'JC#4098',
    ...fields,
  });

  const before = await findReference(connection, reference).catch(
    (error) => error instanceof FindReferenceError,
  );

  const asked = parseURL(url);
  const transaction = await createTransfer(connection, customer.publicKey, asked);
  const sent = await sendAndConfirmTransaction(connection, transaction, [customer]);

  const { signature, memo } = await findReference(connection, reference, {
    finality: 'confirmed',
  });
  await validateTransfer(
    connection,
    signature,
    { recipient, amount, reference, ...fields },
    { commitment: 'confirmed' },
  );
  const short = await validateTransfer(
    connection,
    signature,
    { recipient, amount: new BigNumber(2), ...fields },
    { commitment: 'confirmed' },
  ).catch(({ name, message }) => `${name}: ${message}`);
  return { before, found: signature === sent, memo, short };
}

process.stdout.write(
  JSON.stringify({ sol: await checkOut({}), token: await checkOut({ splToken }) }),
);
process.exit(0);
