import { describe, expect, test } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import { logout } from '#contract/users/auth';
import { askHelp, getHelpPage, listHelpPages } from '#contract/help/help';
import { DAY_MS, HOUR_MS } from '#domain/base/time';
import type { HelpModel } from '#server/help/help-model';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';

const PLAIN = /^[^<>#*`]+$/;

onOneDatabase('help', (fresh) => {
  const world = World.forTests({ fresh });

  const ask = async (question: string, asker: Pick<TestUser, 'call'> | World = world) => {
    const { status, body } = await asker.call(askHelp, { body: { question } });
    expect([question, status]).toEqual([question, 200]);
    expect(body.answer).toMatch(PLAIN);
    expect(body.answer).not.toMatch(/\{\{|\}\}/);
    return body;
  };

  describe('help assistant answers', () => {
    test.each([
      ['How do I connect my wallet?', 'connect-wallet', /Connect Wallet/],
      ['What is bonding and how does it work?', 'bonding', /24 hours.*987 USDC.*4\.935 SOL/s],
      ['How do I stake LMT tokens?', 'staking', /2% in SOL.*24 hours.*7 days.*1,000%/s],
      ['What are the APY rates?', 'apy', /1,000%.*10,000%.*2\.73972603%/s],
      ['How do I sell LMT tokens?', 'selling', /15%.*24 to 48 hours/s],
      ['What are the treasury and revenue sharing?', 'treasury', /\$7,500/],
    ])('%s', async (question, slug, text) => {
      const { answer, page, topics } = await ask(question);
      expect(page?.slug).toBe(slug);
      expect(answer).toMatch(text);
      expect(topics.map((topic) => topic.slug)).not.toContain(slug);
      expect(topics.length).toBeGreaterThan(0);
    });

    test('the question itself, with a passage of the page', async () => {
      expect((await ask('can I cancel a pending sale')).answer).toMatch(/^You can cancel while/);
      const { answer } = await ask('I get the error "No active vaults"');
      expect(answer).toMatch(/^'No active vaults': you have no vault/);
    });

    test.each([
      ['what happens if i forget to restake', 'restake', /auto-restake/i],
      ['what if i miss the restake window', 'vault-cycle', /window/],
      [
        'how much do I pay in total if I bond 10 SOL then sell everything',
        'fees',
        /0\.2 SOL.*1\.5 SOL.*1\.7 SOL in total/s,
      ],
      [
        'my bond does not show up',
        'pending-bond',
        /^If you have paid, the bond shows up by itself/,
      ],
    ])('%s: with the outcome before the explanation', async (question, slug, text) => {
      const { answer, page } = await ask(question);
      expect([page?.slug, answer]).toEqual([slug, expect.stringMatching(text)]);
    });

    test.each([
      ['can i split my lmt over several vaults', 'staking', /several vaults at once, at most 100/],
      [
        'What do the labels of a vault mean?',
        'stake-screen',
        /Active, and 'Restake window' beside it: the vault has matured/,
      ],
      ['who holds the treasury keys', 'owner-dashboard', /one or several wallet addresses/],
      [
        'what does sell not available mean',
        'sell-screen',
        /a request of yours is under way, your limit is used, or the protocol is paused/,
      ],
      [
        'in which time zone are your clocks',
        'deadlines',
        /Screens show dates in your own time zone, the assistant in UTC\./,
      ],
    ])('%s: in the words of the screens', async (question, slug, text) => {
      const { answer, page } = await ask(question);
      expect([page?.slug, answer]).toEqual([slug, expect.stringMatching(text)]);
    });

    test('why a user cannot sell now, with their own reason first', async () => {
      const question = 'why cant i sell right now';
      const user = await (await world.user()).bonded('4');
      expect((await ask(question, user)).answer).toMatch(
        /^You can't sell right now: 'No active vaults'\./,
      );
      await user.staked('1');
      await world.advance(7 * DAY_MS);
      expect((await ask(question, user)).answer).toMatch(
        /^You can sell right now, up to 1\.5 LMT\./,
      );
      await user.asked('1');
      const { answer, page } = await ask(question, user);
      expect(page?.slug).toBe('sell-errors');
      expect(answer).toMatch(
        /^You have a sell request of 1 LMT pending, and only one can be at a time/,
      );
      expect(answer).not.toMatch(/window of your vault/);
      expect((await ask(question)).answer).toMatch(/^A sell needs unstaked LMT/);
    });

    test('with the current figures', async () => {
      const question = 'How high is the staking fee?';
      expect((await ask(question)).answer).toMatch(/is 2% .*9\.87 SOL/);
      await world.setTerms({ stakingFee: 35_000n, withdrawalFee: 150_000n });
      expect((await ask(question)).answer).toMatch(/is 3\.5% .*17\.2725 SOL/);
      expect((await ask('How do I unstake LMT?')).answer).toMatch(/15%/);
      await world.setTerms({ stakingFee: 20_000n });
    });

    test('unknown questions with the nearest topics', async () => {
      const { answer, page, topics } = await ask('how do I sell my car');
      expect(answer).toMatch(/^I don't know/);
      expect(page).toBeNull();
      expect(topics.map(({ slug }) => slug)).toContain('selling');
      for (const { title } of topics) expect(answer).toContain(title);
    });

    test('unrelated questions with the first topics', async () => {
      const { page, topics } = await ask('zxcv qwer');
      expect(page).toBeNull();
      expect(topics).toHaveLength(6);
    });

    test('while the protocol is paused, and mentions the pause', async () => {
      const asOwner = await world.owner();
      await asOwner(emergencyPause, { body: { paused: true } });
      expect((await ask('is the protocol paused')).answer).toMatch(
        /has been paused since \d+ [A-Z]/,
      );
      const user = await world.user();
      expect((await ask('why cant i sell right now', user)).answer).toMatch(
        /^You can't sell right now: the protocol has been paused since \d+ [A-Z]/,
      );
      await asOwner(emergencyPause, { body: { paused: false } });
      expect((await ask('is the protocol paused')).answer).toMatch(/^The protocol is not paused/);
    });
  });

  describe('help assistant deadlines', () => {
    const CLAIM = 'when can I claim my bond';
    const MATURE = 'when does my vault mature';

    test('of bonds and vaults are shown to their user only', async () => {
      const user = await world.user();
      const other = await world.user();
      expect((await ask(CLAIM, user)).answer).not.toMatch(/For you/);
      await user.bond('SOL', '49.35');
      await world.pass(HOUR_MS);
      const { answer } = await ask(CLAIM, user);
      expect(answer).toMatch(
        /Your bond of 49\.35 SOL for 10 LMT can be claimed from .*, in 2[23] h/,
      );
      expect((await ask(CLAIM)).answer).toBe(answer.split('\n\nFor you')[0]);
      expect((await ask(CLAIM, other)).answer).not.toMatch(/For you/);
      expect((await ask('are returns guaranteed', user)).answer).not.toMatch(/For you/);
    });

    test('follow the life of a vault', async () => {
      const user = await (await world.user()).bonded('10');
      await user.staked('5');
      expect((await ask(MATURE, user)).answer).toMatch(/Your vault of 5 LMT matures on .*, in 7 d/);
      await world.advance(7 * DAY_MS);
      expect((await ask(MATURE, user)).answer).toMatch(
        /vault of 5 LMT is open until .*, in (1 d|23 h)/,
      );
      expect((await ask(CLAIM, user)).answer).not.toMatch(/For you/);
    });

    test('are hidden from expired sessions, and from sessions of another wallet', async () => {
      const user = await world.user();
      await user.bond('USDC', '987');
      const headers = { ...user.headers, 'x-wallet-address': (await world.user()).address };
      const asked = { body: { question: CLAIM } };
      const mixed = await world.call(askHelp, { ...asked, headers });
      await user.call(logout);
      const over = await user.call(askHelp, asked);
      for (const { status, body } of [mixed, over]) {
        expect([status, body.page?.slug]).toEqual([200, 'claim-bond']);
        expect(body.answer).not.toMatch(/For you/);
      }
    });
  });

  test.each([
    ['nothing', {}],
    ['no text', { question: 7 }],
    ['an empty text', { question: '' }],
    ['blanks', { question: ' \n\t ' }],
    ['too long a text', { question: 'x'.repeat(1_001) }],
  ])('a question that is %s is refused', async (_, body) => {
    const answer = await world.call(askHelp, { body });
    expect([answer.status, answer.body.code]).toEqual([400, 'MALFORMED']);
  });

  test('a question may have 1,000 characters, without surrounding blanks', async () => {
    const { page } = await ask(`  ${'how do I stake LMT? '.repeat(49).padEnd(999, '?')}!  `);
    expect(page?.slug).toBe('staking');
  });

  test('questions per minute from one address are limited', async () => {
    const node = await world.restart({ limitsRates: true });
    const from = (ip: string) =>
      world.call(askHelp, { body: { question: 'fees' }, headers: { 'x-forwarded-for': ip } }, node);
    let answered = 0;
    let refused: Awaited<ReturnType<typeof from>> | null = null;
    // A minute may end in between: of 61 questions, at least 31 fall into one.
    for (let i = 0; i < 61 && !refused; i += 1) {
      const answer = await from('10.1.2.3');
      if (answer.status === 200) answered += 1;
      else refused = answer;
    }
    expect(answered).toBeGreaterThanOrEqual(30);
    expect([refused?.status, refused?.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused?.headers['retry-after']).toBe('60');
    expect((await from('10.1.2.4')).status).toBe(200);
  });

  test('every help page shows its figures', async () => {
    const { body: topics } = await world.call(listHelpPages);
    expect(topics.length).toBeGreaterThanOrEqual(25);
    expect(topics[0]?.slug).toBe('getting-started');
    for (const { slug, title } of topics) {
      const { status, body } = await world.call(getHelpPage, { params: { slug } });
      expect([slug, status, body.title]).toEqual([slug, 200, title]);
      expect(body.blocks.length).toBeGreaterThan(0);
      expect(JSON.stringify(body.blocks)).not.toMatch(/\{\{|\}\}/);
    }
  });

  test.each(['no-such-page', '../package', 'constructor', 'x'.repeat(100)])(
    'help page %s is not found',
    async (slug) => {
      const { status, body } = await world.call(getHelpPage, { params: { slug } });
      expect([status, body.code, body.error]).toEqual([404, 'NOT_FOUND', 'Help page not found']);
    },
  );
});

describe('language model of the help assistant', () => {
  const world = World.forTests();

  const withModel = (model: HelpModel) =>
    world.restart({ help: { ...world.node.parts.help, model } });

  test('is called a limited number of times a day, then replaced by the pages’ own text', async () => {
    let calls = 0;
    const node = await withModel(async () => {
      calls += 1;
      return 'The model says so.';
    });
    const question = { body: { question: 'How high is the staking fee?' } };
    expect((await world.call(askHelp, question, node)).body.answer).toBe('The model says so.');
    await world.rows(`update attempts set count = 2000 where who = 'help-model'`);
    const { status, body } = await world.call(askHelp, question, node);
    expect([status, calls]).toEqual([200, 1]);
    expect(body.answer).not.toContain('The model');
    await world.rows(`delete from attempts where who = 'help-model'`);
  });
  const question = 'How high is the staking fee?';

  test('answers from the pages found, and the source page stays named', async () => {
    const asked: Parameters<HelpModel>[] = [];
    const node = await withModel(async (...given) => {
      asked.push(given);
      return 'Two in a hundred.';
    });
    const { body } = await world.call(askHelp, { body: { question } }, node);
    expect([body.answer, body.page?.slug]).toEqual(['Two in a hundred.', 'staking-fee']);
    expect(asked).toHaveLength(1);
    const [[said, passages]] = asked as [Parameters<HelpModel>];
    expect(said).toBe(question);
    expect(passages[0]).toMatch(/^The staking fee and fee credit\nThe staking fee is 2% /);
    expect(passages.join('\n')).not.toMatch(/\{\{/);
  });

  test('gets no user data; the user’s deadlines are appended to its answer', async () => {
    const other = await (await world.user()).bonded('7');
    await other.staked('3');
    const user = await world.user();
    await user.bond('SOL', '49.35');
    let told: unknown[] = [];
    const node = await withModel(async (...given) => {
      told.push(given);
      return 'After a day.';
    });
    const answerTo = async (asker: Pick<TestUser, 'call'> | World, asked: string) => {
      told = [];
      const { body } = await asker.call(askHelp, { body: { question: asked } }, node);
      return { answer: body.answer, told };
    };
    for (const asked of [
      'when can I claim my bond',
      'when does my vault mature',
      'why cant i sell right now',
    ]) {
      const own = await answerTo(user, asked);
      const anonymous = await answerTo(world, asked);
      expect(anonymous).toEqual({ answer: 'After a day.', told: own.told });
      expect(own.told).toHaveLength(1);
      expect(own.answer).not.toMatch(/vault of 3 LMT/);
      expect((await answerTo(other, asked)).told).toEqual(own.told);
    }
    expect((await answerTo(user, 'when can I claim my bond')).answer).toMatch(
      /^After a day\.\n\nFor you: Your bond of 49\.35 SOL/,
    );
  });

  test('is replaced by the search if it has no answer', async () => {
    const plain = await world.call(askHelp, { body: { question } });
    const { body } = await world.call(
      askHelp,
      { body: { question } },
      await withModel(async () => null),
    );
    expect(body).toEqual(plain.body);
  });

  test('gets no off-topic questions', async () => {
    const node = await withModel(() => {
      throw new Error('it was asked');
    });
    const asked = { body: { question: 'how do I stake a tomato plant' } };
    const { status, body } = await world.call(askHelp, asked, node);
    expect([status, body.page]).toEqual([200, null]);
  });
});
