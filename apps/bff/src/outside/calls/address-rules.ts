import { isIP } from 'node:net'
import { fail, ok, type Result } from '@corridor/domain'
import type { AddressRefusal, AddressRule } from '../../ports/outbound.ts'
import { isLoopback, notPublic } from './ranges.ts'

/** Where a request goes, as far as the text of its address says. */
export type Target = {
  /** Scheme, host and port are in their one spelling. */
  url: URL
  /** A name, or an address without brackets. */
  host: string
  port: number
  secure: boolean
  /** The host is an address; it is not looked up. */
  literal: boolean
  /** The sandbox, asked for loopback by its own name: then loopback is all that is allowed. */
  loopback: boolean
}

const urlLengthMax = 2_048
/** More addresses than any receiver has need of; a name with more is not tried one by one. */
const addressesMax = 32

const hostLengthMax = 253
const securePorts = [443, 8443]
const sandboxPorts = [80, 8080, ...securePorts]
/** Suffixes that belong to no one on the internet. */
const privateSuffixes = ['.local', '.internal', '.localhost']

type Environment = 'sandbox' | 'live'

const refuse = (rule: AddressRule, message: string) => fail<AddressRefusal>({ rule, message })

const tooLong = refuse('URL_TOO_LONG', `The URL is longer than ${urlLengthMax} characters.`)

/** Judges the text of an address (guarantees.md 3.5.1); names are not looked up here. */
export function readTarget(text: string, environment: Environment): Result<Target, AddressRefusal> {
  if (text.length > urlLengthMax) return tooLong
  // The parser skips some of these and reads a backslash as a slash; others do not.
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) {
    return refuse('URL_MALFORMED', 'This is not a URL.')
  }
  const url = new URL(text)
  // What is not ASCII grows nine times as long on the wire.
  if (url.href.length > urlLengthMax) return tooLong
  const secure = url.protocol === 'https:'
  if (!secure && !(environment === 'sandbox' && url.protocol === 'http:')) {
    return refuse('SCHEME_NOT_ALLOWED', 'The URL must begin with https://.')
  }
  if (authority === undefined) return refuse('URL_MALFORMED', 'The URL names no host.')
  if (url.username !== '' || url.password !== '' || authority.includes('@')) {
    return refuse('USERINFO_NOT_ALLOWED', 'The URL must not carry a user name or a password.')
  }
  const written = authority.replace(/:\d*$/, '').toLowerCase()
  if (written !== url.hostname || written.endsWith('.')) {
    return refuse('HOST_NOT_CANONICAL', `Write the host as ${url.hostname.replace(/\.+$/, '')}.`)
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const loopback = environment === 'sandbox' && (host === 'localhost' || isLoopback(host))
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  const ports = secure && environment === 'live' ? securePorts : sandboxPorts
  if (loopback ? port === 0 : !ports.includes(port)) {
    return refuse('PORT_NOT_ALLOWED', `The port must be ${ports.join(' or ')}.`)
  }
  const target = { url, host, port, secure, literal: isIP(host) !== 0, loopback }
  const wrong = loopback ? undefined : notPublicHost(host)
  return wrong === undefined ? ok(target) : fail(wrong)
}

/** What is wrong with a host that is no loopback of the sandbox. */
function notPublicHost(host: string): AddressRefusal | undefined {
  if (isIP(host) !== 0) {
    const where = notPublic(host)
    return where === undefined
      ? undefined
      : { rule: 'ADDRESS_NOT_PUBLIC', message: `${host} ${where}.` }
  }
  const wrong = (why: string): AddressRefusal => ({
    rule: 'HOST_NOT_PUBLIC',
    message: `The host ${why}.`,
  })
  if (host.length > hostLengthMax) return wrong(`has more than ${hostLengthMax} characters`)
  if (!host.includes('.')) return wrong('is not a full domain name')
  const suffix = privateSuffixes.find((end) => host.endsWith(end))
  return suffix === undefined ? undefined : wrong(`ends in ${suffix}, which is not public`)
}

type Judged = Pick<Target, 'host' | 'loopback'>

/**
 * What is wrong with an address that a target's name resolves to, or that a socket reached. The
 * message keeps the address of a name to itself: ours may be another view of the network.
 * @param own names and addresses of this service
 */
export function judgeAddress(
  address: string,
  { host, loopback }: Judged,
  own: ReadonlySet<string>,
): AddressRefusal | undefined {
  if (loopback) {
    if (isLoopback(address)) return undefined
    return { rule: 'ADDRESS_NOT_PUBLIC', message: `${host} is not loopback.` }
  }
  if (notPublic(address) !== undefined) {
    return {
      rule: 'ADDRESS_NOT_PUBLIC',
      message: `${host} leads to an address that is not public.`,
    }
  }
  return own.has(address) || own.has(host)
    ? { rule: 'ADDRESS_OWN', message: `${host} is this service itself.` }
    : undefined
}

/** What is wrong with the addresses that a name resolves to; every single one must be allowed. */
export function judgeAddresses(
  addresses: readonly string[],
  target: Judged,
  own: ReadonlySet<string>,
): AddressRefusal | undefined {
  for (const address of addresses) {
    const wrong = judgeAddress(address, target, own)
    if (wrong !== undefined) return wrong
  }
  if (addresses.length <= addressesMax) return undefined
  const message = `${target.host} has more than ${addressesMax} addresses.`
  return { rule: 'ADDRESSES_TOO_MANY', message }
}
