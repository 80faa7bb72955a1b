import { expect, test } from 'vitest';
import { codeOf } from '#test/domain/builders';
import { checkPushEndpoint } from './push-endpoint.ts';

const taken = (endpoint: string, isOwnMachine = false) =>
  codeOf(checkPushEndpoint(new URL(endpoint), { isOwnMachine })) === 'ok';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGuQ',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYA',
])('accepts %s', (endpoint) => {
  expect(taken(endpoint)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user:pass@fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/',
  'https://evil.example/?fcm.googleapis.com',
  'https://evilpush.apple.com/',
  'https://evilfcm.googleapis.com/fcm/send/abc',
  'https://user@fcm.googleapis.com/fcm/send/abc',
  'https://:pass@fcm.googleapis.com/fcm/send/abc',
  'https://notify.windows.com/',
  'https://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:5432/',
  'https://localhost/',
  'ftp://web.push.apple.com/',
])('refuses %s', (endpoint) => {
  expect(taken(endpoint)).toBe(false);
});

test('accepts only loopback hosts on the local network', () => {
  expect(taken('http://127.0.0.1:9000/push/1', true)).toBe(true);
  expect(taken('http://[::1]:9000/push/1', true)).toBe(true);
  expect(taken('https://localhost:9000/push/1', true)).toBe(true);
  expect(taken('http://user@localhost:9000/push/1', true)).toBe(false);
  expect(taken('http://user:pass@localhost:9000/push/1', true)).toBe(false);
  expect(taken('xhttp://localhost/push/1', true)).toBe(false);
  expect(taken('http://127.0.0.1.evil.example/', true)).toBe(false);
  expect(taken('http://10.0.0.1/', true)).toBe(false);
  expect(taken('file://localhost/etc/passwd', true)).toBe(false);
});
