import { describe, expect, test } from 'vitest';
import { quoteBond } from '#contract/bonds/bonds';
import { askHelp } from '#contract/help/help';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';

const STAKING = /^The staking fee is 2% of the staked LMT, paid in SOL/;
const UNSTAKE = /^Inside the restake window you can unstake up to 50% of the vault/;
const TREASURY = /^The treasury receives what users bond/;
const RESTAKE = /^Inside the restake window you can restake a vault by hand/;
const RESTAKE_FEE = /The fee of a manual restake is 1\.5% of the whole vault/;
const BONDING = /^Bonding is how you get LMT: .* There is no bonding fee/s;
const SELL = /You can ask while one of your vaults is in its restake window/;
const LIMIT = /^You can sell at most half of your unstaked LMT, once per period of 7 days/;
const LEDGER = /^Hardware wallets such as a Ledger work through Phantom or Solflare/;

onOneDatabase('help', (fresh) => {
  const world = World.forTests({ fresh });

  const ask = async (question: string) => {
    const { status, body } = await world.call(askHelp, { body: { question } });
    expect([question, status]).toEqual([question, 200]);
    return body;
  };

  describe('help assistant answers a plain question with the fact asked for', () => {
    test.each([
      ['What is the staking fee?', 'staking-fee', STAKING],
      ["what's the stake fee", 'staking-fee', STAKING],
      ['how much is the fee for staking', 'staking-fee', STAKING],
      ['staking fee?', 'staking-fee', STAKING],
      ['wat is the staking fee', 'staking-fee', STAKING],
      ['How do I unstake?', 'unstaking', UNSTAKE],
      ['how can i unstake my LMT', 'unstaking', UNSTAKE],
      ['how to unstake from a vault', 'unstaking', UNSTAKE],
      ['What is the unstaking fee?', 'unstaking', /Unstaking is free/],
      ['What is the treasury?', 'treasury', TREASURY],
      ['tell me about the treasury', 'treasury', TREASURY],
      ['How do I restake?', 'restake', RESTAKE],
      ['how can I restake a vault', 'restake', RESTAKE],
      ['What is the restake fee?', 'restake', RESTAKE_FEE],
      ['how high is the restake fee', 'restake', RESTAKE_FEE],
      ['what does restaking cost', 'restake', RESTAKE_FEE],
      ['What is the bonding fee?', 'bonding', BONDING],
      ['how much is the bond fee', 'bonding', BONDING],
      ['What is a bond?', 'bonding', BONDING],
      ['When can I sell?', 'selling', SELL],
      ['when may i sell my LMT', 'selling', SELL],
      ['How do I sell?', 'selling', SELL],
      ['What is the sell limit?', 'sell-limit', LIMIT],
      ["what's the selling limit", 'sell-limit', LIMIT],
      ['What is the sell fee?', 'sell-fee', /^The sell fee is 15%/],
      ['Do you support Ledger?', 'hardware-wallets', LEDGER],
      ['do you support ledger wallets', 'hardware-wallets', LEDGER],
      ['What is fee credit?', 'staking-fee', /^Fee credit is SOL that you paid/],
      ['What is the auto-restake fee?', 'restake', /The fee is 1\.5% of the rewards alone/],
    ])('%s', async (question, slug, fact) => {
      const { answer, page, topics } = await ask(question);
      expect([page?.slug, answer]).toEqual([slug, expect.stringMatching(fact)]);
      expect(topics.map((topic) => topic.slug)).not.toContain(slug);
    });

    test('with the current figure', async () => {
      await world.setTerms({ stakingFee: 35_000n, restakeFee: 12_000n });
      expect((await ask('What is the staking fee?')).answer).toMatch(/is 3\.5% of the staked LMT/);
      expect((await ask('What is the restake fee?')).answer).toMatch(/is 1\.2% of the whole vault/);
    });
  });

  describe('help assistant answers a wallet warning with what to check', () => {
    test.each([
      'my phantom says this transaction may be malicious',
      'My wallet says the site is suspicious, should I continue?',
      'solflare warns me that this might be a scam',
      "is it safe to ignore phantom's red warning?",
      'the wallet flagged the payment as dangerous',
    ])('%s', async (question) => {
      const user = await world.user();
      const quote = await user.call(quoteBond, { body: { tokenType: 'USDC', amount: '10' } });
      const { treasuryAddress, treasuryTokenAccount } = quote.body;
      const { answer, page } = await ask(question);
      expect(page?.slug).toBe('wallet-warning');
      expect(answer).toMatch(/^Stop and check before you approve\./);
      for (const said of [
        'Is the address in the browser ours',
        `the treasury, ${treasuryAddress}?`,
        `USDC account, ${String(treasuryTokenAccount)},`,
        'one transfer',
        'New sites are often flagged until the wallet knows them',
        'If anything differs, or if you are not sure, reject it',
      ])
        expect(answer).toContain(said);
    });
  });
});
