import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type ModelOptions, createHelpModel } from './help-model.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
interface ModelRequest {
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: { model: string; messages: { role: string; content: string }[] };
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts a model's server on loopback. `asked` collects its requests. */
async function stub(
  answer: Answer,
): Promise<{ readonly url: string; readonly asked: ModelRequest[] }> {
  const asked: ModelRequest[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest['body'];
      asked.push({ path: request.url, headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, asked };
}

const replies =
  (content: unknown, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  };

async function ask(answer: Answer, options: ModelOptions = {}) {
  const { url, asked } = await stub(answer);
  const failures: string[] = [];
  const onFailure = (reason: string): void => void failures.push(reason);
  const model = createHelpModel({ url, key: 'secret', model: 'm-1' }, { onFailure, ...options });
  const reply = await model('How high is the fee?', ['The staking fee\nIt is 2%.', 'Fees\nAll.']);
  return { reply, failures, asked };
}

test('the model receives the question and the passages, and its answer is returned', async () => {
  const { reply, asked, failures } = await ask(replies('  It is 2%.\n'));
  expect(reply).toBe('It is 2%.');
  expect(failures).toEqual([]);
  expect(asked).toHaveLength(1);
  const [{ path, headers, body }] = asked as [ModelRequest];
  expect(path).toBe('/v1/chat/completions');
  expect(headers.authorization).toBe('Bearer secret');
  expect(body.model).toBe('m-1');
  const [system, user, ...more] = body.messages;
  expect(more).toEqual([]);
  expect(user).toEqual({ role: 'user', content: 'How high is the fee?' });
  expect(system?.role).toBe('system');
  expect(system?.content).toMatch(/only the passages below/);
  expect(system?.content).toMatch(/The staking fee\nIt is 2%\.\n\nFees\nAll\.$/);
});

test('the model is called at a complete URL as given, and without authorization if there is no key', async () => {
  const { url, asked } = await stub(replies('Yes.'));
  const model = createHelpModel({ url: `${url}/chat/completions?a=b`, key: null, model: 'm' });
  expect(await model('?', [])).toBe('Yes.');
  expect(asked[0]?.path).toBe('/v1/chat/completions?a=b');
  expect(asked[0]?.headers.authorization).toBeUndefined();
});

test.each([
  ['**Bold** and `code`, a [link](https://a.example)', 'Bold and code, a link'],
  ['# Title\n\n\n\n- one\n* two', 'Title\n\n• one\n• two'],
  ['<b>x</b><<i>script>alert(1)</script>', 'xalert(1)'],
  ['a\u0000b\u202Ec\r\nd', 'abc\nd'],
  ['2 < 3', '2 < 3'],
])('%j becomes plain text', async (content, plain) => {
  expect((await ask(replies(content))).reply).toBe(plain);
});

describe('the model returns null if', () => {
  test.each<[string, Answer, RegExp | null]>([
    ['it responds with 500', replies('It is 2%.', 500), /500/],
    ['it responds with 401', replies('It is 2%.', 401), /401/],
    ['its answer is empty', replies('  '), null],
    ['it does not know', replies('UNKNOWN.'), null],
    ['its answer is not a string', replies(7), /another form/],
    ['its response is not JSON', (_, response) => response.end('It is 2%.'), /JSON/],
    ['its response has no choice', (_, response) => response.end('{}'), /another form/],
    ['its response is null', (_, response) => response.end('null'), /another form/],
    ['it closes the connection', (_, response) => response.socket?.destroy(), /./],
    [
      'it redirects',
      (_, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
      /./,
    ],
    [
      'its response is endless',
      (_, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      },
      /too large/,
    ],
  ])('%s', async (_, answer, reason) => {
    const { reply, failures } = await ask(answer);
    expect(reply).toBeNull();
    if (reason === null) expect(failures).toEqual([]);
    else expect(failures.join()).toMatch(reason);
    expect(failures.join()).not.toContain('secret');
  });

  test('it is too slow, before or within its response', async () => {
    const before = await ask(() => {}, { timeoutMs: 50 });
    expect([before.reply, before.failures.length]).toEqual([null, 1]);
    const within = await ask((_, response) => response.write('{"choices":'), { timeoutMs: 50 });
    expect([within.reply, within.failures.length]).toEqual([null, 1]);
  });

  test('nothing listens', async () => {
    const model = createHelpModel({ url: 'http://127.0.0.1:1', key: null, model: 'm' });
    expect(await model('?', [])).toBeNull();
  });
});

/** Maximum answer length that is read. The texts below would be slow to strip with unbounded patterns. */
const LONG = 120_000;
test.each([
  ['tags that never end', '<a'],
  ['tags within tags', '<'],
  ['links that never end', '[a]('],
  ['brackets', '['],
  ['links within links', '[[a](b)](c)'],
  ['blanks', ' '],
  ['titles', '# '],
  ['marks', '*_'],
  ['signs', '?!'],
])('strips %s by the thousand without delay', { timeout: 5_000 }, async (_, part) => {
  const text = part.repeat(LONG / part.length);
  for (const content of [text, `${text}x`, `x${text}>x`, '<'.repeat(500) + 'b>'.repeat(500)]) {
    const { reply } = await ask(replies(content));
    expect(reply?.length ?? 0).toBeLessThanOrEqual(1_500);
  }
});

test('strips nested marks', async () => {
  const nested = `${'<'.repeat(40)}b>${'i>'.repeat(39)}`;
  const { reply } = await ask(replies(`${nested}Yes. ${'['.repeat(40)}x${']('.repeat(40)}`));
  expect(reply).not.toMatch(/[<>[\]]/);
  expect(reply).toContain('Yes.');
});

test('cuts an overlong answer after a sentence', async () => {
  const { reply } = await ask(replies('This sentence goes on and on. '.repeat(1_000)));
  expect(reply?.length).toBeLessThanOrEqual(1_500);
  expect(reply).toMatch(/on and on\. …$/);
  const endless = await ask(replies('x'.repeat(100_000)));
  expect(endless.reply?.length).toBe(1_500);
});
