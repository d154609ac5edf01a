import { createHmac } from 'node:crypto'
import type { BankAccount, Field } from '@corridor/contract'
import type { z } from 'zod'
import type { Kek } from '../../../db/kek.ts'

export type BankMembers = z.output<typeof BankAccount>
type Place = { partner_id: string; id: string }

const placeOf = ({ partner_id, id }: Place) => `external_account.sealed_account:${partner_id}:${id}`

/** The whole members of an account, sealed for its one row. */
export const sealAccount = (kek: Kek, place: Place, account: BankMembers): Buffer =>
  Buffer.from(kek.seal(placeOf(place), Buffer.from(JSON.stringify(account))))

/** @throws where the record was moved or altered */
export const openAccount = (kek: Kek, place: Place, sealed: Buffer): BankMembers =>
  JSON.parse(Buffer.from(kek.open(placeOf(place), sealed)).toString('utf8')) as BankMembers

/**
 * Distinguishes two accounts of a partner without revealing their numbers: account numbers are
 * few enough to be tried one by one, so the hash has a key.
 */
export function fingerprintOf(
  kek: Kek,
  of: { partnerId: string; jurisdictionId: string; kind: string; identity: string },
): string {
  const text = JSON.stringify([of.partnerId, of.jurisdictionId, of.kind, of.identity])
  return createHmac('sha256', kek.derive('external-account-fingerprint/v1'))
    .update(text)
    .digest('hex')
}

/** The same for one number or address at every partner and for every customer; nobody reads it back. */
export const numberHashOf = (kek: Kek, number: { country: string; identity: string }): string =>
  createHmac('sha256', kek.derive('account-number/v1'))
    .update(JSON.stringify([number.country, number.identity]))
    .digest('hex')

/** `••••4321`: enough to recognise, too little to use; short values show less. */
export function maskNumber(text: string): string {
  if (text === '') return ''
  const shown = text.length >= 9 ? 4 : text.length >= 5 ? 2 : 0
  return `••••${text.slice(text.length - shown)}`
}

/** The members as lists, events and answers of writes show them. */
export function maskAccount(account: BankMembers, fields: readonly Field[]): BankMembers {
  const sensitive = new Set(fields.filter((field) => field.sensitive).map((field) => field.key))
  const details = Object.entries(account.additionalDetails).map(([name, value]) => [
    name,
    sensitive.has(`account.additionalDetails.${name}`) && typeof value === 'string'
      ? maskNumber(value)
      : value,
  ])
  return {
    ...account,
    accountNumber: maskNumber(account.accountNumber),
    bankIban: maskNumber(account.bankIban),
    additionalDetails: Object.fromEntries(details) as BankMembers['additionalDetails'],
  }
}
