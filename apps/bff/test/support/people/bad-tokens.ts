import {
  createHash,
  createHmac,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto'
import { compressKey, oidcNonceText } from '@corridor/signing'
import { signedToken as signed, type Json, type TokenSigner as Sign, tokenPart } from './tokens.ts'

const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength })
const es256 = (key: KeyObject): Sign => {
  return (text) => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
}
const rs256 = (key: KeyObject): Sign => {
  return (text) => sign('sha256', Buffer.from(text), key)
}
const hs256 = (secret: string | Buffer): Sign => {
  return (text) => createHmac('sha256', secret).update(text).digest()
}

const keys = {
  first: ec(),
  second: rsa(2_048),
  weak: rsa(1_024),
  forEncryption: ec(),
  edwards: generateKeyPairSync('ed25519'),
  stranger: ec(),
  strangerRsa: rsa(2_048),
}
const shared = 'c2hhcmVkIHNlY3JldCBvZiAzMiBieXRlcyBhbmQgbW9yZS4'
const publicJwk = (key: { publicKey: KeyObject }): JsonWebKey =>
  key.publicKey.export({ format: 'jwk' })
const firstJwk = publicJwk(keys.first)
const firstPem = keys.first.publicKey.export({ type: 'spki', format: 'pem' }).toString()

/** What the issuer publishes: beside the two good keys some that no token may be signed with. */
export const publishedKeys = [
  { ...firstJwk, kid: 'first', alg: 'ES256', use: 'sig' },
  { ...publicJwk(keys.second), kid: 'second', alg: 'RS256', use: 'sig' },
  { ...publicJwk(keys.weak), kid: 'weak', alg: 'RS256', use: 'sig' },
  { ...publicJwk(keys.forEncryption), kid: 'encryption', use: 'enc' },
  { ...publicJwk(keys.edwards), kid: 'edwards', use: 'sig' },
  { kty: 'oct', k: shared, kid: 'shared', alg: 'HS256', use: 'sig' },
]

/** Those of another issuer: a key of the same name, which is another. */
export const otherKeys = [{ ...publicJwk(keys.stranger), kid: 'first', alg: 'ES256', use: 'sig' }]

/** What a good token of this moment is made of. */
export type Facts = {
  issuer: string
  otherIssuer: string
  audience: string
  subject: string
  /** The uncompressed key of the request. */
  key: string
  /** Epoch seconds. */
  now: number
}
type Refused = { code: string; status: number }
type Case = {
  name: string
  make: (facts: Facts) => unknown
  refused: Refused
  /** What is wrong matters to sessions alone: a registration has no key and no person yet. */
  sessionOnly?: true
}

const invalid: Refused = { code: 'OIDC_TOKEN_INVALID', status: 401 }
const mismatch: Refused = { code: 'OIDC_NONCE_MISMATCH', status: 401 }
const shape: Refused = { code: 'FIELD_INVALID', status: 400 }
const good = { alg: 'ES256', kid: 'first', typ: 'JWT' }
const byFirst = es256(keys.first.privateKey)

let made = 0
const claimsOf = ({ issuer, audience, subject, key, now }: Facts): Json => ({
  iss: issuer,
  aud: audience,
  sub: subject,
  exp: now + 300,
  iat: now,
  nonce: oidcNonceText(key),
  jti: String(++made),
})

export const goodTokens: Record<string, (facts: Facts) => string> = {
  'signed with ES256': (facts) => signed(good, claimsOf(facts), byFirst),
  'signed with RS256': (facts) =>
    signed({ alg: 'RS256', kid: 'second' }, claimsOf(facts), rs256(keys.second.privateKey)),
  'over the bytes of the key': (facts) => {
    const nonce = createHash('sha256').update(Buffer.from(facts.key, 'hex')).digest('hex')
    return signed(good, { ...claimsOf(facts), nonce }, byFirst)
  },
  'for several clients, authorised for ours': (facts) => {
    const several = { aud: ['other', facts.audience], azp: facts.audience }
    return signed(good, { ...claimsOf(facts), ...several }, byFirst)
  },
  'with a claim tknonce of another value': (facts) =>
    signed(good, { ...claimsOf(facts), tknonce: 'other' }, byFirst),
}

const header = (name: string, change: Json, sig: Sign = byFirst): Case => ({
  name,
  make: (facts) => signed({ ...good, ...change }, claimsOf(facts), sig),
  refused: invalid,
})
const claim = (name: string, change: Json | ((facts: Facts) => Json)): Case => ({
  name,
  make: (facts) => {
    const members = typeof change === 'function' ? change(facts) : change
    return signed(good, { ...claimsOf(facts), ...members }, byFirst)
  },
  refused: invalid,
})
const nonce = (name: string, of: (facts: Facts) => unknown): Case => ({
  ...claim(name, (facts) => ({ nonce: of(facts) })),
  refused: mismatch,
  sessionOnly: true,
})
const form = (name: string, change: (parts: string[], facts: Facts) => unknown): Case => ({
  name,
  make: (facts) => change(signed(good, claimsOf(facts), byFirst).split('.'), facts),
  refused: invalid,
})
/** Another signature over the same content. */
const signature = (name: string, change: (raw: Buffer, text: string) => Uint8Array): Case =>
  form(name, ([head = '', body = '', raw = '']) => {
    const bytes = change(Buffer.from(raw, 'base64url'), `${head}.${body}`)
    return `${head}.${body}.${tokenPart(bytes)}`
  })
const text = (name: string, of: (facts: Facts) => [unknown, unknown]): Case => ({
  name,
  make: (facts) => {
    const [head, body] = of(facts)
    return signed(head, body, byFirst)
  },
  refused: invalid,
})
const half = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const json = (facts: Facts) => JSON.stringify(claimsOf(facts))

const algorithms: Case[] = [
  header('no algorithm, no signature', { alg: 'none' }, () => Buffer.alloc(0)),
  header('no algorithm, a signature', { alg: 'none' }),
  header('no algorithm in capitals', { alg: 'NONE' }, () => Buffer.alloc(0)),
  header('HMAC with the public key as PEM', { alg: 'HS256' }, hs256(firstPem)),
  header('HMAC with the public key as JWK', { alg: 'HS256' }, hs256(JSON.stringify(firstJwk))),
  header(
    'HMAC with a published secret',
    { alg: 'HS256', kid: 'shared' },
    hs256(Buffer.from(shared, 'base64url')),
  ),
  header('ES384', { alg: 'ES384' }),
  header('an Edwards curve', { alg: 'EdDSA', kid: 'edwards' }, (input) =>
    sign(null, Buffer.from(input), keys.edwards.privateKey),
  ),
  header('PS256', { alg: 'PS256', kid: 'second' }, rs256(keys.second.privateKey)),
  header('RS256 with the other key’s name', { alg: 'RS256' }, rs256(keys.second.privateKey)),
  header('ES256 with the RSA key’s name', { kid: 'second' }),
  header('an algorithm in lower case', { alg: 'es256' }),
  header('an algorithm missing', { alg: undefined }),
  header('an algorithm that is a list', { alg: ['ES256'] }),
  header('an RSA key of 1024 bits', { alg: 'RS256', kid: 'weak' }, rs256(keys.weak.privateKey)),
  header('a key for encryption', { kid: 'encryption' }, es256(keys.forEncryption.privateKey)),
]

const headers: Case[] = [
  header('an unknown key', { kid: 'third' }, es256(keys.stranger.privateKey)),
  header('a key that is a path', { kid: '../../../../dev/null' }),
  header('a key that is a number', { kid: 1 }),
  header('a key with a space', { kid: 'first ' }),
  header('its own key', { jwk: publicJwk(keys.stranger) }, es256(keys.stranger.privateKey)),
  header('the issuer’s key as its own', { jwk: firstJwk }),
  header('the place of its key', { jku: 'https://evil.example/keys' }),
  header('the place of its certificate', { x5u: 'https://evil.example/cert' }),
  header('its own certificate', { x5c: ['MIIB'] }),
  header('a critical member', { crit: ['exp'], exp: 1 }),
  header('no critical members', { crit: [] }),
  header('an unencoded payload', { b64: false, crit: ['b64'] }),
  header('an unencoded payload that is not critical', { b64: false }),
  header('a token inside', { cty: 'JWT' }),
  header('encryption', { enc: 'A256GCM' }),
  header('compression', { zip: 'DEF' }),
  header('the type of an access token', { typ: 'at+jwt' }),
  header('the type of a logout token', { typ: 'logout+jwt' }),
  header('a type that is a list', { typ: ['JWT'] }),
]

const parties: Case[] = [
  claim('another allowed issuer with a key of the same name', ({ otherIssuer }) => ({
    iss: otherIssuer,
  })),
  claim('an issuer with a slash', ({ issuer }) => ({ iss: `${issuer}/` })),
  claim('an issuer in capitals', ({ issuer }) => ({ iss: issuer.toUpperCase() })),
  claim('an issuer by http', ({ issuer }) => ({ iss: issuer.replace('https', 'http') })),
  claim('an issuer below ours', ({ issuer }) => ({ iss: `${issuer}/tenant` })),
  claim('an issuer nobody allowed', { iss: 'https://accounts.evil.example' }),
  claim('a list of issuers', ({ issuer }) => ({ iss: [issuer] })),
  claim('no issuer', { iss: undefined }),
  claim('an empty issuer', { iss: '' }),
  claim('another audience', { aud: 'other' }),
  claim('the audience in capitals', ({ audience }) => ({ aud: audience.toUpperCase() })),
  claim('an audience that begins like ours', ({ audience }) => ({ aud: `${audience}-2` })),
  claim('no audience', { aud: undefined }),
  claim('an empty list of audiences', { aud: [] }),
  claim('an audience that is a number', { aud: 1 }),
  claim('an audience that is an object', ({ audience }) => ({ aud: { [audience]: true } })),
  claim('several audiences, nobody authorised', ({ audience }) => ({ aud: [audience, 'other'] })),
  claim('several audiences, another authorised', ({ audience }) => ({
    aud: [audience, 'other'],
    azp: 'other',
  })),
  claim('several audiences without ours', ({ audience }) => ({
    aud: ['one', 'other'],
    azp: audience,
  })),
  claim('our audience, another authorised', { azp: 'other' }),
  claim('an authorised party that is a list', ({ audience }) => ({ azp: [audience] })),
  { ...claim('another person', { sub: 'mallory' }), sessionOnly: true },
  {
    ...claim('the person with a space', ({ subject }) => ({ sub: `${subject} ` })),
    sessionOnly: true,
  },
  claim('no person', { sub: undefined }),
  claim('an empty person', { sub: '' }),
  claim('a person that is a number', { sub: 7 }),
  claim('a person that is a list', ({ subject }) => ({ sub: [subject] })),
  claim('a person that is nothing', { sub: null }),
  claim('a person of 256 characters', { sub: 'a'.repeat(256) }),
  claim('a person with a zero byte', ({ subject }) => ({ sub: `${subject}\u0000` })),
]

const times: Case[] = [
  claim('an end a minute ago', ({ now }) => ({ exp: now - 61 })),
  claim('an end at the very end of the tolerance', ({ now }) => ({ exp: now - 60 })),
  claim('no end', { exp: undefined }),
  claim('an end as text', ({ now }) => ({ exp: String(now + 300) })),
  claim('an end that is nothing', { exp: null }),
  claim('no time of issue', { iat: undefined }),
  claim('a time of issue to come', ({ now }) => ({ iat: now + 90 })),
  claim('a time of issue eleven minutes ago', ({ now }) => ({ iat: now - 661 })),
  claim('a time of issue as text', ({ now }) => ({ iat: String(now) })),
  claim('a beginning to come', ({ now }) => ({ nbf: now + 90 })),
  claim('a beginning as text', ({ now }) => ({ nbf: String(now) })),
  text('an end without end', (facts) => [good, json(facts).replace(/"exp":\d+/, '"exp":1e999')]),
]

const nonces: Case[] = [
  { ...nonce('no nonce', () => undefined) },
  nonce('an empty nonce', () => ''),
  nonce('a nonce in capitals', ({ key }) => oidcNonceText(key).toUpperCase()),
  nonce('a nonce with a prefix', ({ key }) => `0x${oidcNonceText(key)}`),
  nonce('a nonce with a space', ({ key }) => `${oidcNonceText(key)} `),
  nonce('a nonce over the key with a prefix', ({ key }) => oidcNonceText(`0x${key}`)),
  nonce('a nonce over the key in capitals', ({ key }) => oidcNonceText(key.toUpperCase())),
  nonce('a nonce over the compressed key', ({ key }) => oidcNonceText(compressKey(key))),
  nonce('a nonce as base64url', ({ key }) => createHash('sha256').update(key).digest('base64url')),
  nonce('a nonce over another key', ({ key }) => oidcNonceText(key.replace(/.$/, 'x'))),
  nonce('the key itself', ({ key }) => key),
  {
    ...claim('the right value as tknonce', ({ key }) => ({
      nonce: 'other',
      tknonce: oidcNonceText(key),
    })),
    refused: mismatch,
    sessionOnly: true,
  },
  claim('a nonce that is a number', { nonce: 5 }),
  claim('a nonce that is a list', ({ key }) => ({ nonce: [oidcNonceText(key)] })),
]

const forms: Case[] = [
  form('the flattened JSON form', ([head, payload, raw]) =>
    JSON.stringify({ protected: head, payload, signature: raw }),
  ),
  form('the general JSON form', ([head, payload, raw]) =>
    JSON.stringify({ payload, signatures: [{ protected: head, signature: raw }] }),
  ),
  form('encryption in five parts', ([head]) => [head, 'AAAA', 'AAAA', 'AAAA', 'AAAA'].join('.')),
  form('a payload kept back', ([head, , raw]) => `${head}..${raw}`),
  form('two parts', ([head, payload]) => `${head}.${payload}`),
  form('four parts', (parts) => [...parts, 'AAAA'].join('.')),
  form('nothing but dots', () => '..'),
  form('padding behind the header', ([head, ...rest]) => [`${head}=`, ...rest].join('.')),
  form('padding at the end', (parts) => `${parts.join('.')}==`),
  form('a space in front', (parts) => ` ${parts.join('.')}`),
  form('a line feed at the end', (parts) => `${parts.join('.')}\n`),
  form('a space inside', ([head, payload, raw]) => `${head}. ${payload}.${raw}`),
  form('the word Bearer', (parts) => `Bearer ${parts.join('.')}`),
  form(
    'characters of ordinary base64',
    ([head, payload, raw = '']) => `${head}.${payload}.+/${raw.slice(2)}`,
  ),
  form('bits behind the last byte', ([head, payload, raw = '']) => {
    const last = raw.slice(-1)
    return `${head}.${payload}.${raw.slice(0, -1)}${{ A: 'B', Q: 'R', g: 'h', w: 'x' }[last] ?? '_'}`
  }),
  form('an end cut off', (parts) => parts.join('.').slice(0, -5)),
  form('claims changed after signing', ([head, , raw], facts) => {
    const changed = { ...claimsOf(facts), exp: facts.now + 301 }
    return `${head}.${tokenPart(changed)}.${raw}`
  }),
  form(
    'a header changed after signing',
    ([, payload, raw]) => `${tokenPart({ ...good, a: 1 })}.${payload}.${raw}`,
  ),
  { ...form('9 kB', (parts) => `${parts.join('.')}${'A'.repeat(9_000)}`), refused: shape },
  { ...form('no text at all', () => 5), refused: shape },
  { ...form('a list', (parts) => parts), refused: shape },
  { ...form('an empty text', () => ''), refused: shape },
]

const signatures: Case[] = [
  signature('by another key', (_raw, input) => es256(keys.stranger.privateKey)(input)),
  {
    name: 'by another RSA key',
    make: (facts) => {
      const head = { alg: 'RS256', kid: 'second' }
      return signed(head, claimsOf(facts), rs256(keys.strangerRsa.privateKey))
    },
    refused: invalid,
  },
  form('left out', ([head, payload]) => `${head}.${payload}.`),
  signature('with one bit changed', (raw) => raw.with(10, (raw[10] ?? 0) ^ 1)),
  signature('in the form of certificates', (_raw, input) =>
    sign('sha256', Buffer.from(input), keys.first.privateKey),
  ),
  signature('all zero', () => Buffer.alloc(64)),
  signature('with r zero', (raw) => Buffer.concat([half(0n), raw.subarray(32)])),
  signature('with s zero', (raw) => Buffer.concat([raw.subarray(0, 32), half(0n)])),
  signature('with r the order', (raw) => Buffer.concat([half(order), raw.subarray(32)])),
  signature('with s the order', (raw) => Buffer.concat([raw.subarray(0, 32), half(order)])),
  signature('with the halves exchanged', (raw) =>
    Buffer.concat([raw.subarray(32), raw.subarray(0, 32)]),
  ),
  signature('a byte too long', (raw) => Buffer.concat([raw, Buffer.alloc(1)])),
  signature('a byte too short', (raw) => raw.subarray(0, 63)),
  signature('over the claims alone', (_raw, input) => byFirst(input.split('.')[1] ?? '')),
]

const texts: Case[] = [
  text('the person named twice', (facts) => [good, json(facts).replace('{', '{"sub":"mallory",')]),
  text('the person named twice in another spelling', (facts) => [
    good,
    json(facts).replace('{', '{"\\u0073ub":"mallory",'),
  ]),
  text('the algorithm named twice', (facts) => [
    JSON.stringify(good).replace('{', '{"alg":"none",'),
    claimsOf(facts),
  ]),
  text('a byte-order mark', (facts) => [good, `\uFEFF${json(facts)}`]),
  text('bytes that are no UTF-8', (facts) => [
    good,
    Buffer.concat([Buffer.from(json(facts).slice(0, -1)), Buffer.from([0x2c, 0x22, 0xff])]),
  ]),
  text('claims that are no JSON', (facts) => [good, json(facts).slice(1)]),
  text('claims that are a list', (facts) => [good, `[${json(facts)}]`]),
  text('claims that are a text', (facts) => [good, JSON.stringify(json(facts))]),
  text('claims that are a token', (facts) => [good, signed(good, claimsOf(facts), byFirst)]),
  text('a header that is a list', (facts) => [`[${JSON.stringify(good)}]`, claimsOf(facts)]),
]

export const badTokens: Case[] = [
  ...algorithms,
  ...headers,
  ...parties,
  ...times,
  ...nonces,
  ...forms,
  ...signatures.map((item) => ({ ...item, name: `a signature ${item.name}` })),
  ...texts,
]
