import { concat } from '@corridor/signing'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { ATTESTED, es256Key, FLAGS, rsaKey, type Deviation } from './authenticator.ts'

type Mutation = [name: string, deviation: Deviation]

/** Where and for what a ceremony was, wrong in one way (guarantees.md 3.8). */
const clientMutations: Mutation[] = [
  ['no type', { clientData: { type: undefined } }],
  ['challenge of another action', { clientData: { challenge: 'AAAA' } }],
  ['empty challenge', { clientData: { challenge: '' } }],
  ['no challenge', { clientData: { challenge: undefined } }],
  ['origin of another scheme', { clientData: { origin: 'http://app.example.com' } }],
  ['origin of another port', { clientData: { origin: 'https://app.example.com:444' } }],
  ['origin with a slash', { clientData: { origin: 'https://app.example.com/' } }],
  ['origin of a subdomain', { clientData: { origin: 'https://x.app.example.com' } }],
  ['origin of the parent domain', { clientData: { origin: 'https://example.com' } }],
  ['origin in upper case', { clientData: { origin: 'https://APP.example.com' } }],
  ['look-alike origin', { clientData: { origin: 'https://app.examp1e.com' } }],
  ['origin that is no text', { clientData: { origin: ['https://app.example.com'] } }],
  ['no origin', { clientData: { origin: undefined } }],
  ['another page around it', { clientData: { crossOrigin: true } }],
  ['a top origin', { clientData: { topOrigin: 'https://app.example.com' } }],
  ['a token binding', { clientData: { tokenBinding: { status: 'supported' } } }],
  ['a member named twice', { clientDataText: (text) => text.replace('{', '{"type":"x",') }],
  [
    'a member named twice in another spelling',
    { clientDataText: (text) => text.replace('{', '{"\\u0074ype":"x",') },
  ],
  ['a byte-order mark', { clientDataText: (text) => `\uFEFF${text}` }],
  ['client data that is no JSON', { clientDataText: (text) => text.slice(1) }],
  ['client data that is a list', { clientDataText: (text) => `[${text}]` }],
  ['another relying party', { rpId: 'example.com' }],
]

/** Stamps that no honest authenticator makes, though their signatures are sound. */
export const stampMutations: Mutation[] = [
  ['type of a registration', { clientData: { type: 'webauthn.create' } }],
  ...clientMutations,
  ['no user presence', { flags: FLAGS & ~0x01 }],
  ['no user verification', { flags: FLAGS & ~0x04 }],
  ['no flags', { flags: 0 }],
  ['backed up without being eligible', { flags: FLAGS & ~0x08 }],
  ['backup eligibility that changed', { flags: 0x05 }],
  ['attested data announced and absent', { flags: FLAGS | 0x40 }],
  ['extensions announced and absent', { flags: FLAGS | 0x80 }],
  ['data cut short', { authenticatorData: (data) => data.slice(0, 36) }],
  ['data with a byte more', { authenticatorData: (data) => Uint8Array.of(...data, 0) }],
  ['no data', { authenticatorData: () => new Uint8Array() }],
  ['a bit of the signature', { signature: (bytes) => flip(bytes, bytes.length - 1) }],
  ['a byte after the signature', { signature: (bytes) => Uint8Array.of(...bytes, 0) }],
  ['half a signature', { signature: (bytes) => bytes.slice(0, 30) }],
  ['an empty signature', { signature: () => new Uint8Array() }],
  ['a raw signature', { signature: () => new Uint8Array(64).fill(1) }],
  ['a counter of zero after seven', { signCount: 0 }],
  ['a counter that stands still', { signCount: 7 }],
  ['a counter that fell', { signCount: 6 }],
]

const registered = FLAGS | ATTESTED
const key = es256Key()
/** The members of a COSE key, changed. */
const cose = (change: (members: Map<number, number | Uint8Array>) => void): Deviation => ({
  cose: () => {
    const members = new Map(key.members)
    change(members)
    return isoCBOR.encode(members)
  },
})
const object = (change: (members: Map<string, unknown>) => void): Deviation => ({ object: change })

/** Registrations that are to be refused. */
export const registrationMutations: Mutation[] = [
  ['type of a stamp', { clientData: { type: 'webauthn.get' } }],
  ...clientMutations,
  ['no user presence', { flags: registered & ~0x01 }],
  ['no user verification', { flags: registered & ~0x04 }],
  ['backed up without being eligible', { flags: registered & ~0x08 }],
  ['no attested data announced', { flags: FLAGS }],
  ['extensions announced and absent', { flags: registered | 0x80 }],
  ['data cut short', { authenticatorData: (data) => data.slice(0, -1) }],
  ['data without a key', { authenticatorData: (data) => data.slice(0, 55 + 32) }],
  ['data with a byte more', { authenticatorData: (data) => Uint8Array.of(...data, 0) }],
  ['no data', { authenticatorData: () => new Uint8Array() }],
  ['an empty credential id', { credentialId: new Uint8Array() }],
  ['a credential id of 1,024 bytes', { credentialId: new Uint8Array(1024).fill(7) }],
  ['a credential id of another length than announced', { idLength: 31 }],
  ['another credential id outside', { outerId: new Uint8Array(32).fill(9) }],
  ['an algorithm that was not offered', cose((members) => members.set(3, -35))],
  ['an algorithm of another kind of key', cose((members) => members.set(3, -257))],
  ['no algorithm', cose((members) => members.delete(3))],
  ['another curve', cose((members) => members.set(-1, 2))],
  ['a point off the curve', cose((members) => members.set(-3, new Uint8Array(32).fill(1)))],
  ['a coordinate that is too short', cose((members) => members.set(-2, new Uint8Array(31)))],
  ['an RSA key of 1,024 bits', { cose: () => rsaKey(1024).bytes }],
  ['a key that is no map', { cose: () => isoCBOR.encode([1, 2]) }],
  ['a key with a byte after it', { cose: (bytes) => concat(bytes, Uint8Array.of(0)) }],
  ['an unknown format', object((members) => members.set('fmt', 'homemade'))],
  ['a format that is no text', object((members) => members.set('fmt', 1))],
  ['no format', object((members) => members.delete('fmt'))],
  [
    'a statement where there is none',
    object((members) => members.set('attStmt', new Map([['sig', new Uint8Array(8)]]))),
  ],
  [
    'a packed statement that is not signed',
    object((members) =>
      members.set('fmt', 'packed').set(
        'attStmt',
        new Map<string, unknown>([
          ['alg', -7],
          ['sig', new Uint8Array(70)],
        ]),
      ),
    ),
  ],
  ['no authenticator data', object((members) => members.delete('authData'))],
  ['authenticator data that is text', object((members) => members.set('authData', 'x'))],
  ['an object with a byte after it', { encoded: (bytes) => concat(bytes, Uint8Array.of(0)) }],
  ['an object cut short', { encoded: (bytes) => bytes.slice(0, -1) }],
  // 0xbf opens a map of no stated length, 0xff ends it: CBOR, and not its canonical form.
  [
    'an object that is not canonical',
    { encoded: (bytes) => concat(Uint8Array.of(0xbf), bytes.slice(1), Uint8Array.of(0xff)) },
  ],
  ['no object', { encoded: () => new Uint8Array() }],
]

export function flip(bytes: Uint8Array, index: number): Uint8Array {
  const changed = bytes.slice()
  changed[index] = (changed[index] ?? 0) ^ 1
  return changed
}
