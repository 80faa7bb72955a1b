import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { openPush, subscriber } from '#test/support/push-receiver';
import { encryptPush } from './push-encryption.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

test('writes the message of RFC 8291, section 5, byte for byte', () => {
  const keys = {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const fresh = { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), pair };
  const encrypted = encryptPush('When I grow up, I want to be a watermelon', keys, fresh);
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('is decrypted only by its browser, and differs each time', () => {
  const browser = subscriber();
  const [one, two] = [encryptPush('häß', browser.keys), encryptPush('häß', browser.keys)];
  expect(openPush(one, browser)).toBe('häß');
  expect(openPush(two, browser)).toBe('häß');
  expect(one.equals(two)).toBe(false);
  expect(() => openPush(one, subscriber())).toThrow(/authenticate/);
});

test.each(['BA', 'BQ', 'BP'])('throws for a key that is no point of the curve: %s…', (start) => {
  const keys = { p256dh: start.padEnd(87, 'A'), auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
  expect(() => encryptPush('x', keys)).toThrow(
    expect.objectContaining({ code: 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY' }),
  );
});
