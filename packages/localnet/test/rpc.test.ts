import { describe, expect, it } from 'vitest';
import { call, startNet } from './harness.ts';

const ADDRESS = '11111111111111111111111111111111';

describe('JSON-RPC over HTTP', () => {
  const post = async (url: string, body: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return { status: response.status, text: await response.text() };
  };

  it('returns one response, and those of a batch in order', async () => {
    const { url } = await startNet();
    expect(await post(url, '{"jsonrpc":"2.0","id":"a","method":"getHealth"}')).toEqual({
      status: 200,
      text: '{"jsonrpc":"2.0","result":"ok","id":"a"}',
    });
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'getHealth' },
      { jsonrpc: '2.0', method: 'getHealth' },
      { jsonrpc: '2.0', id: null, method: 'getNothing' },
      7,
      { jsonrpc: '2.0', id: 4, method: 'getBalance', params: [ADDRESS] },
    ];
    const { text } = await post(url, JSON.stringify(batch));
    expect(JSON.parse(text)).toMatchObject([
      { id: 1, result: 'ok' },
      { id: null, error: { code: -32601, message: 'Method not found' } },
      { id: null, error: { code: -32600 } },
      { id: 4, result: { value: 1 } },
    ]);
  });

  it('refuses invalid requests', async () => {
    const { url } = await startNet();
    const refused = async (body: string): Promise<unknown> =>
      JSON.parse((await post(url, body)).text);
    expect(await refused('{"jsonrpc":')).toEqual({
      jsonrpc: '2.0',
      error: { code: -32700, message: 'Parse error' },
      id: null,
    });
    expect(await refused('')).toMatchObject({ error: { code: -32700 } });
    expect(await refused('[]')).toMatchObject({ error: { code: -32600 }, id: null });
    expect(await refused('{"id":1}')).toMatchObject({ error: { code: -32600 } });
    expect(await refused('{"jsonrpc":"1.0","id":1,"method":"getHealth"}')).toMatchObject({
      error: { code: -32600 },
    });
    expect(await refused('{"jsonrpc":"2.0","id":1,"method":"constructor"}')).toMatchObject({
      error: { code: -32601 },
    });
    expect(
      await refused('{"jsonrpc":"2.0","id":1,"method":"getBalance","params":{}}'),
    ).toMatchObject({ error: { code: -32602 } });
    expect((await post(url, '{"jsonrpc":"2.0","method":"getHealth"}')).text).toBe('');
    expect((await fetch(url)).status).toBe(405);
    expect((await post(url, `"${'x'.repeat(60_000)}"`)).status).toBe(413);
  });

  it('refuses invalid parameters', async () => {
    const { net } = await startNet();
    const code = async (method: string, ...params: unknown[]): Promise<unknown> =>
      (await call(net, method, ...params)).error?.code;
    expect((await call(net, 'getBalance', 'abc')).error).toEqual({
      code: -32602,
      message: 'Invalid param: WrongSize',
    });
    expect((await call(net, 'getBalance', '0OIl')).error).toEqual({
      code: -32602,
      message: 'Invalid param: Invalid',
    });
    expect(await code('getBalance')).toBe(-32602);
    expect(await code('getBalance', ADDRESS, 'confirmed')).toBe(-32602);
    expect(await code('getBlockTime', -1)).toBe(-32602);
    expect(await code('getBlockTime', 1.5)).toBe(-32602);
    expect(await code('getMultipleAccounts', ADDRESS)).toBe(-32602);
    expect(
      await code(
        'getMultipleAccounts',
        Array.from({ length: 101 }, () => ADDRESS),
      ),
    ).toBe(-32602);
    expect(await code('getAccountInfo', ADDRESS, { encoding: 'hex' })).toBe(-32602);
    expect(
      await code('getAccountInfo', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', {
        encoding: 'jsonParsed',
      }),
    ).toBeUndefined();
    expect(await code('getSignatureStatuses', ['abc'])).toBe(-32602);
    expect(await code('requestAirdrop', ADDRESS, -1)).toBe(-32602);
  });

  it('refuses malformed transactions and keeps running', async () => {
    const { net } = await startNet();
    const send = async (data: string, encoding = 'base64'): Promise<unknown> =>
      (await call(net, 'sendTransaction', data, { encoding })).error;
    expect(await send('AAAA')).toMatchObject({ code: -32602 });
    expect(await send('!!!!')).toMatchObject({
      code: -32602,
      message: 'invalid base64 encoding: InvalidByte',
    });
    expect(await send('l0l', 'base58')).toMatchObject({
      code: -32602,
      message: 'invalid base58 encoding: InvalidByte',
    });
    expect(await send('A'.repeat(1_648))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('too large'),
    });
    expect(await send('AAAA', 'json')).toMatchObject({
      code: -32602,
      message: expect.stringContaining('unsupported encoding'),
    });
    expect((await call(net, 'getHealth')).result).toBe('ok');
  });

  it('writes 64-bit integers in full', async () => {
    const { net } = await startNet();
    const { body } = await net.respond(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'getAccountInfo',
        params: [net.faucetAddress, { encoding: 'base64' }],
      }),
    );
    expect(body).toContain('"lamports":500000000000000000,');
    expect(body).toContain('"rentEpoch":18446744073709551615,');
  });
});
