import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** PEM texts, as `tls.createServer` takes them. */
export type Certificate = { key: string; cert: string }

export type Authority = {
  /** To be trusted. */
  cert: string
  issue(given: { names: string[]; from?: Date; until?: Date }): Certificate
}

const day = 24 * 60 * 60 * 1_000
const sinceYesterday = () => new Date(Date.now() - day)
const untilTomorrow = () => new Date(Date.now() + day)

/** An authority of this test alone, with keys that are not kept. */
export function createAuthority(title: string): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const make = (given: {
    subject: string
    key: KeyObject
    extension: Buffer
    from?: Date
    until?: Date
  }) => {
    const body = der(
      0x30,
      der(0xa0, integer(Buffer.from([2]))),
      integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
      ecdsaSha256,
      name(title),
      der(0x30, time(given.from ?? sinceYesterday()), time(given.until ?? untilTomorrow())),
      name(given.subject),
      given.key.export({ type: 'spki', format: 'der' }),
      der(0xa3, der(0x30, given.extension)),
    )
    const signature = sign('sha256', body, own.privateKey)
    return pem(der(0x30, body, ecdsaSha256, der(0x03, Buffer.from([0]), signature)))
  }
  return {
    cert: make({ subject: title, key: own.publicKey, extension: isAuthority }),
    issue: ({ names, ...validity }) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const extension = alternativeNames(names)
      return {
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: make({ subject: names[0] ?? '', key: publicKey, extension, ...validity }),
      }
    },
  }
}

/** One element of X.690: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  if (size < 0x80) return Buffer.concat([Buffer.from([tag, size]), content])
  return Buffer.concat([Buffer.from([tag, 0x82, size >> 8, size & 0xff]), content])
}

const integer = (bytes: Uint8Array) => der(0x02, bytes)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ecdsaSha256 = der(0x30, oid('2a8648ce3d040302'))
const name = (text: string) =>
  der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(text)))))
const time = (at: Date) =>
  der(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`))
/** basicConstraints, critical: cA true. */
const isAuthority = der(
  0x30,
  oid('551d13'),
  der(0x01, Buffer.from([0xff])),
  der(0x04, der(0x30, der(0x01, Buffer.from([0xff])))),
)
const alternativeNames = (names: string[]) =>
  der(
    0x30,
    oid('551d11'),
    der(
      0x04,
      der(
        0x30,
        ...names.map((each) =>
          isIPv4(each)
            ? der(0x87, Buffer.from(each.split('.').map(Number)))
            : der(0x82, Buffer.from(each)),
        ),
      ),
    ),
  )
const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
