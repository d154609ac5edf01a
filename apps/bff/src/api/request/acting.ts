import type { Scope } from '@corridor/contract'
import { parseId } from '@corridor/domain'
import type { Authenticated } from './authenticator.ts'
import type { Caller } from './caller.ts'
import { detail, Refusal } from './refusal.ts'

/** Five minutes of the confirmation (guarantees.md 3.11), and one for clocks that differ. */
const confirmedForMs = 6 * 60_000
const aheadMs = 60_000

/**
 * Who asks, what the person may do, and whether a fresh passkey confirmed the request. Behind a
 * member stand no more scopes than both the member and the console key have; a member without scopes
 * may do nothing. Any other key acts for nobody.
 */
export function actingFor(
  known: Authenticated,
  headers: Headers,
  now: Date,
): Pick<Caller, 'actor' | 'scopes' | 'isConsole' | 'isConfirmed'> {
  const isConsole = known.scopes.has('console:act')
  const sent = actingHeaders.filter((name) => headers.has(name))
  if (!isConsole && sent.length > 0)
    throw invalid(sent, 'Acting headers belong to the console alone.', 'Leave this header out.')
  const member = headers.get('x-acting-member')
  const scopes = headers.get('x-acting-scopes')
  const confirmed = headers.get('x-acting-step-up')
  if (member === null) {
    if (sent.length > 0) throw invalid(sent, 'Acting headers need a member.', 'Name the member.')
    const actor = { type: 'api_key', id: known.keyId } as const
    return { actor, scopes: known.scopes, isConsole, isConfirmed: false }
  }
  if (parseId('mem', member) === undefined)
    throw invalid(['x-acting-member'], 'No member has this id.', 'Send the id as mem_….')
  const allowed = new Set<string>(scopes?.split(' ').filter((scope) => scope !== 'console:act'))
  return {
    actor: { type: 'partner_user', id: member },
    scopes: new Set<Scope>([...known.scopes].filter((scope) => allowed.has(scope))),
    isConsole,
    isConfirmed: confirmed !== null && isFresh(confirmed, now),
  }
}

const actingHeaders = ['x-acting-member', 'x-acting-scopes', 'x-acting-step-up'] as const

function isFresh(confirmed: string, now: Date): boolean {
  const at = Date.parse(confirmed)
  if (Number.isNaN(at))
    throw invalid(['x-acting-step-up'], 'This is no time.', 'Send the time of the confirmation.')
  const age = now.getTime() - at
  return age <= confirmedForMs && age >= -aheadMs
}

const invalid = (names: readonly string[], message: string, what: string) =>
  new Refusal('FIELD_INVALID', message, {
    details: names.map((name) => detail(name, 'FIELD_INVALID', what)),
  })

/** A console request that a member's fresh passkey did not confirm. */
export const notConfirmed = () =>
  new Refusal('PRIMARY_AUTH_REQUIRED', 'Confirm this with your passkey.', {
    details: [detail('', 'PRIMARY_AUTH_REQUIRED', 'Confirm this with your passkey.')],
  })
