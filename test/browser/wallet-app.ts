import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';

import {
  type SignatureBytes,
  address,
  getTransactionDecoder,
  getTransactionEncoder,
} from '@solana/kit';

import { type SignInFields, signInText } from '#domain/users/sign-in-text';

import { type Account, newAccount } from './test-wallet.ts';

const KEY_BYTES = 65;
const NUMBER_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** How a wallet app behaves; a test may change it between two conversations. */
export interface AppBehaviour {
  /** Calls that its owner refuses, each with the protocol's code. */
  refuses?: Readonly<Record<string, number>>;
  /** Speaks the protocol's first version. */
  isLegacy?: boolean;
  /** Knows nothing of Sign In With Solana. */
  hasNoSignIn?: boolean;
  /** Gives a text's signature without the text. */
  givesSignatureAlone?: boolean;
  /** Signs nothing without sending it. */
  onlySends?: boolean;
  /** Asks for the hello once more. */
  pings?: boolean;
  /** Where it wants to be opened. */
  base?: string;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: {
    readonly auth_token?: string;
    readonly chain?: string;
    readonly payloads?: readonly string[];
    readonly sign_in_payload?: SignInFields;
  };
}

/** A wallet app as the Mobile Wallet Adapter's specification has it, with a real key, on Node's own cryptography. */
export class WalletApp {
  readonly account: Account = newAccount();
  readonly asked: string[] = [];
  readonly chains: (string | undefined)[] = [];
  tokens = new Set<string>();
  does: AppBehaviour = {};

  /** One conversation, which the link's key began: takes what the page sends, and gives its answers. */
  conversation(association: string): (bytes: Buffer) => Buffer[] {
    const linked = Buffer.from(association, 'base64url');
    let secret: Buffer | null = null;
    let heard = 0;
    let said = 0;
    let pings = this.does.pings === true ? 1 : 0;
    const encrypt = (text: string): Buffer => {
      said += 1;
      const number = numbered(said);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-128-gcm', secret!, iv).setAAD(number);
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([number, iv, sealed, cipher.getAuthTag()]);
    };
    const decrypt = (bytes: Buffer): string => {
      heard += 1;
      const number = bytes.subarray(0, NUMBER_BYTES);
      if (!number.equals(numbered(heard))) throw new Error('a message out of its turn');
      const iv = bytes.subarray(NUMBER_BYTES, NUMBER_BYTES + IV_BYTES);
      const sealed = bytes.subarray(NUMBER_BYTES + IV_BYTES, -TAG_BYTES);
      const plain = createDecipheriv('aes-128-gcm', secret!, iv)
        .setAAD(number)
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([plain.update(sealed), plain.final()]).toString();
    };
    return (bytes) => {
      if (secret)
        return [encrypt(JSON.stringify(this.#answer(JSON.parse(decrypt(bytes)) as Call)))];
      const half = helloIn(bytes, linked);
      pings -= 1;
      if (pings >= 0) return [Buffer.alloc(0)];
      const own = createECDH('prime256v1');
      own.generateKeys();
      secret = Buffer.from(hkdfSync('sha256', own.computeSecret(half), linked, '', 16));
      const properties = this.does.isLegacy ? [] : [encrypt(JSON.stringify({ v: 'v1' }))];
      return [Buffer.concat([own.getPublicKey(), ...properties])];
    };
  }

  #answer({ id, method, params }: Call): object {
    this.asked.push(params.auth_token === undefined ? method : `${method} again`);
    const code = this.does.refuses?.[method];
    if (code !== undefined) return { id, error: { code, message: 'the wallet app says no' } };
    if (params.auth_token !== undefined && !this.tokens.has(params.auth_token)) {
      return { id, error: { code: -1, message: 'unknown token' } };
    }
    return { id, jsonrpc: '2.0', result: this.#result(method, params) };
  }

  #result(method: string, params: Call['params']): object {
    const { payloads = [] } = params;
    const bytes = payloads.map((payload) => Buffer.from(payload, 'base64'));
    switch (method) {
      case 'get_capabilities': {
        const features = this.does.onlySends ? [] : ['solana:signTransactions'];
        return this.does.isLegacy ? {} : { features };
      }
      case 'authorize':
      case 'reauthorize':
        return this.#authorization(params);
      case 'sign_messages':
        return {
          signed_payloads: bytes.map((text) => {
            const signature = this.#sign(text);
            return base64(
              this.does.givesSignatureAlone ? signature : Buffer.concat([text, signature]),
            );
          }),
        };
      case 'sign_transactions':
        return { signed_payloads: bytes.map((wire) => base64(this.#signed(wire))) };
      case 'sign_and_send_transactions':
        return { signatures: bytes.map((wire) => base64(this.#signed(wire).subarray(1, 65))) };
      default:
        throw new Error(`no such method: ${method}`);
    }
  }

  #authorization({ chain, sign_in_payload: fields }: Call['params']): object {
    this.chains.push(chain);
    const token = randomBytes(8).toString('hex');
    this.tokens.add(token);
    const own = base64(Buffer.from(this.account.publicKey));
    const signIn = () => {
      const message = Buffer.from(signInText(fields!, this.account.address));
      const signature = base64(this.#sign(message));
      return { address: own, signed_message: base64(message), signature };
    };
    return {
      auth_token: token,
      accounts: [{ address: own }],
      ...(this.does.base !== undefined && { wallet_uri_base: this.does.base }),
      ...(fields && !this.does.hasNoSignIn && { sign_in_result: signIn() }),
    };
  }

  #sign(bytes: Uint8Array): Buffer {
    const key = { key: Buffer.from(this.account.secret), format: 'der', type: 'pkcs8' } as const;
    return sign(null, bytes, createPrivateKey(key));
  }

  #signed(wire: Uint8Array): Buffer {
    const transaction = getTransactionDecoder().decode(wire);
    const signature = new Uint8Array(this.#sign(Buffer.from(transaction.messageBytes)));
    const signatures = {
      ...transaction.signatures,
      [address(this.account.address)]: signature as SignatureBytes,
    };
    return Buffer.from(getTransactionEncoder().encode({ ...transaction, signatures }));
  }
}

/** The page's half of the secret; its signature must be that of the key in the link. */
function helloIn(bytes: Buffer, linked: Buffer): Buffer {
  const half = bytes.subarray(0, KEY_BYTES);
  const [x, y] = [linked.subarray(1, 33), linked.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const signature = bytes.subarray(KEY_BYTES);
  const isTheirs = verify('sha256', half, { key, dsaEncoding: 'ieee-p1363' }, signature);
  if (!isTheirs) throw new Error('a hello of somebody else');
  return half;
}

function numbered(count: number): Buffer {
  const bytes = Buffer.alloc(NUMBER_BYTES);
  bytes.writeUInt32BE(count);
  return bytes;
}

const base64 = (bytes: Buffer): string => bytes.toString('base64');
