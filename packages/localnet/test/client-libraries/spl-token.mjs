// From the documentation of @solana/spl-token.
import {
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  approve,
  burn,
  closeAccount,
  createMint,
  createSyncNativeInstruction,
  freezeAccount,
  getAccount,
  getAssociatedTokenAddress,
  getMint,
  getOrCreateAssociatedTokenAccount,
  mintTo,
  thawAccount,
  transfer,
  transferChecked,
} from '@solana/spl-token';
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  SystemProgram,
  Transaction,
  sendAndConfirmTransaction,
} from '@solana/web3.js';

const connection = new Connection(process.env.RPC_URL ?? 'http://127.0.0.1:8899', 'confirmed');
const payer = Keypair.generate();
const owner = Keypair.generate();
const friend = Keypair.generate();
const signature = await connection.requestAirdrop(payer.publicKey, 10 * LAMPORTS_PER_SOL);
await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });

async function tokens(programId) {
  const mint = await createMint(
    connection,
    payer,
    owner.publicKey,
    owner.publicKey,
    9,
    undefined,
    undefined,
    programId,
  );
  const accountOf = async (holder) =>
    (
      await getOrCreateAssociatedTokenAccount(
        connection,
        payer,
        mint,
        holder,
        false,
        undefined,
        undefined,
        programId,
      )
    ).address;
  const mine = await accountOf(owner.publicKey);
  const theirs = await accountOf(friend.publicKey);
  const last = [[], undefined, programId];
  await mintTo(connection, payer, mint, mine, owner, 100_000_000_000, ...last);
  await transfer(connection, payer, mine, theirs, owner, 10_000_000_000, ...last);
  await transferChecked(connection, payer, mine, mint, theirs, owner, 5_000_000_000, 9, ...last);
  await approve(connection, payer, mine, friend.publicKey, owner, 1_000_000_000, ...last);
  await burn(connection, payer, mine, mint, owner, 1_000_000_000, ...last);
  await freezeAccount(connection, payer, theirs, mint, owner, ...last);
  const frozen = (await getAccount(connection, theirs, undefined, programId)).isFrozen;
  const refused = await transfer(connection, payer, theirs, mine, friend, 1, ...last).then(
    () => 'sent',
    (error) => /custom program error: 0x11/.test(error.message),
  );
  await thawAccount(connection, payer, theirs, mint, owner, ...last);
  const mineNow = await getAccount(connection, mine, undefined, programId);
  const delegated = await connection.getTokenAccountsByOwner(owner.publicKey, { mint });
  const largest = await connection.getTokenLargestAccounts(mint);
  return {
    supply: (await getMint(connection, mint, undefined, programId)).supply.toString(),
    mine: mineNow.amount.toString(),
    delegate: mineNow.delegate,
    friend: friend.publicKey,
    theirs: (await connection.getTokenAccountBalance(theirs)).value.uiAmountString,
    frozen,
    refused,
    held: delegated.value.length,
    largest: largest.value.map(({ uiAmountString }) => uiAmountString),
  };
}

async function wrappedSol() {
  const wrapped = await getAssociatedTokenAddress(NATIVE_MINT, payer.publicKey);
  await getOrCreateAssociatedTokenAccount(connection, payer, NATIVE_MINT, payer.publicKey);
  const fund = SystemProgram.transfer({
    fromPubkey: payer.publicKey,
    toPubkey: wrapped,
    lamports: LAMPORTS_PER_SOL,
  });
  const sync = createSyncNativeInstruction(wrapped);
  await sendAndConfirmTransaction(connection, new Transaction().add(fund, sync), [payer]);
  const { amount, isNative } = await getAccount(connection, wrapped);
  await closeAccount(connection, payer, wrapped, payer.publicKey, payer);
  const closed = await connection.getAccountInfo(wrapped);
  return { amount: amount.toString(), isNative, closed };
}

const [token, token2022, wrapped] = await Promise.all([
  tokens(TOKEN_PROGRAM_ID),
  tokens(TOKEN_2022_PROGRAM_ID),
  wrappedSol(),
]);
process.stdout.write(JSON.stringify({ token, token2022, wrapped }));
process.exit(0);
