import type { Tx } from '../../../db/open.ts'
import type { SignInParts } from './visit.ts'
import { insertRecoveryCodes, type Member } from './member-store.ts'

const codesEach = 10
const codeBytes = 10
// Crockford's base 32: no letter that is mistaken for another one or for a digit.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Draws ten codes of 80 bits, `xxxx-xxxx-xxxx-xxxx`; shown once, kept as hashes. */
export async function issueRecoveryCodes(
  { deps, hash }: Pick<SignInParts, 'deps' | 'hash'>,
  tx: Tx,
  member: Pick<Member, 'partnerId' | 'memberId'>,
): Promise<string[]> {
  const codes = Array.from({ length: codesEach }, () => codeOf(deps.random(codeBytes)))
  await insertRecoveryCodes(
    tx,
    member,
    codes.map((code) => hash('recovery', plainCode(code))),
  )
  return codes
}

/** A code as it is hashed: people type spaces, capitals and o for 0. */
export const plainCode = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')

function codeOf(bytes: Uint8Array): string {
  const digits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const fives = digits.match(/.{5}/g) ?? []
  const text = fives.map((five) => alphabet.charAt(Number.parseInt(five, 2))).join('')
  return (text.match(/.{4}/g) ?? []).join('-')
}
