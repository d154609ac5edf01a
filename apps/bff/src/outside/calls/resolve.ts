import { Resolver } from 'node:dns/promises'
import { fail, ok, type Result } from '@corridor/domain'

/** The message is a sentence for the partner, without the name. */
export type LookupFailure = { message: string }

/** Every IPv4 and IPv6 address of a name, in one answer, so that it is resolved only once. */
export type Resolve = (name: string) => Promise<Result<string[], LookupFailure>>

const tryMs = 700
const tries = 2
/** After this the system's list of name servers is read anew. */
const freshMs = 30_000

/** What a name server says when a name has no address of a kind. */
const absent = new Set(['ENODATA', 'ENOTFOUND'])

/** The same, but an answer that takes longer, has nothing in it or is thrown is a failure. */
export function limitedTo(resolve: Resolve, limitMs: number): Resolve {
  return async (name) => {
    const late = Promise.withResolvers<Result<string[], LookupFailure>>()
    const message = `could not be looked up within ${limitMs / 1_000} s`
    const timer = setTimeout(() => late.resolve(fail({ message })), limitMs)
    try {
      const found = await Promise.race([resolve(name), late.promise])
      return found.ok && found.value.length === 0 ? fail({ message: 'has no address' }) : found
    } catch {
      return fail({ message: 'could not be looked up' })
    } finally {
      clearTimeout(timer)
    }
  }
}

type Answer = { addresses: string[]; code?: string }

/**
 * Asks the name servers themselves: no search suffixes, no hosts file, and none of the few threads
 * that files and cryptography need, so that a name server which stalls holds up nothing else.
 * @param servers `address:port` of name servers instead of the system's
 */
export function createResolve({
  clock,
  servers,
}: {
  clock: () => number
  servers?: readonly string[]
}): Resolve {
  const make = () => {
    const resolver = new Resolver({ timeout: tryMs, tries })
    if (servers !== undefined) resolver.setServers(servers)
    return { resolver, madeAt: clock() }
  }
  let current = make()

  return async (name) => {
    if (clock() - current.madeAt > freshMs) current = make()
    const { resolver } = current
    const answers = await Promise.all([
      answerOf(resolver.resolve4(name)),
      answerOf(resolver.resolve6(name)),
    ])
    const codes = answers.flatMap(({ code }) => code ?? [])
    // One half unknown is as bad as both: the half that is missing could be the private one.
    const broken = codes.find((code) => !absent.has(code))
    if (broken !== undefined) return fail({ message: describeLookupFailure(broken) })
    const addresses = answers.flatMap((answer) => answer.addresses)
    return addresses.length > 0
      ? ok(addresses)
      : fail({
          message: describeLookupFailure(codes.includes('ENOTFOUND') ? 'ENOTFOUND' : 'ENODATA'),
        })
  }
}

async function answerOf(asked: Promise<string[]>): Promise<Answer> {
  try {
    return { addresses: await asked }
  } catch (error) {
    return { addresses: [], code: codeOf(error) }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'EFAILED'

function describeLookupFailure(code: string): string {
  if (code === 'ENOTFOUND') return 'does not exist'
  if (code === 'ENODATA') return 'has no address'
  if (code === 'ETIMEOUT') return 'could not be looked up: its name servers did not answer in time'
  return `could not be looked up (${code})`
}
