// `npm run record -- URL [FILE]`: asks a provider of Solana what we ask, wrongly too, and writes its answers
// down as test/recorded/ has them. No address and no key of the provider is written.
import { writeFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fromRoot } from './lib/project.mjs';

const [url, file = 'provider.json'] = process.argv.slice(2);
if (url === undefined || !URL.canParse(url)) {
  console.error('npm run record -- URL [FILE]: the address of a provider is needed');
  process.exit(1);
}

/** An address that every cluster has, and that many transactions name. */
const BUSY = 'SysvarC1ock11111111111111111111111111111111';
const KEPT = ['content-type', 'retry-after'];

async function ask(name, method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  const kept = KEPT.flatMap((key) => {
    const value = response.headers.get(key);
    return value === null ? [] : [[key, value]];
  });
  const answer = {
    name,
    source: method,
    status: response.status,
    headers: Object.fromEntries(kept),
  };
  try {
    return { ...answer, json: JSON.parse(text) };
  } catch {
    return { ...answer, text };
  }
}

const finalized = { commitment: 'finalized' };
const answers = [
  await ask('health', 'getHealth', []),
  await ask('genesis', 'getGenesisHash', []),
  await ask('slot', 'getSlot', [finalized]),
  await ask('first block', 'getFirstAvailableBlock', []),
  await ask('blockhash', 'getLatestBlockhash', [finalized]),
  await ask('signatures', 'getSignaturesForAddress', [BUSY, { limit: 3, ...finalized }]),
  await ask('no such method', 'getNothing', []),
  await ask('invalid parameters', 'getBalance', ['not an address']),
  await ask('slot not reached', 'getBalance', [BUSY, { minContextSlot: 2 ** 52 }]),
];
const listed = answers.find(({ name }) => name === 'signatures')?.json?.result ?? [];
for (const [i, { signature }] of listed.entries()) {
  const statuses = [[signature], { searchTransactionHistory: true }];
  answers.push(await ask(`status ${i}`, 'getSignatureStatuses', statuses));
  const shown = { encoding: 'base64', ...finalized };
  const newest = { ...shown, maxSupportedTransactionVersion: 1 };
  answers.push(await ask(`transaction ${i}`, 'getTransaction', [signature, newest]));
  answers.push(await ask(`legacy only ${i}`, 'getTransaction', [signature, shown]));
}

const { host, pathname, search } = new URL(url);
const secrets = [host, pathname, search].filter((part) => part.length > 1);
const written = secrets.reduce(
  (text, secret) => text.replaceAll(secret, 'the provider'),
  JSON.stringify(answers, null, 2),
);
writeFileSync(isAbsolute(file) ? file : fromRoot('test/recorded', file), `${written}\n`);
console.log(`${answers.length} answers recorded`);
