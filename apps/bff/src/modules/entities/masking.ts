import type { Entity, ErrorDetail } from '@corridor/contract'
import type { z } from 'zod'
import type { Caller } from '../../api/request/caller.ts'
import { detail } from '../../api/request/refusal.ts'
import type { EntityRow } from '../../db/schema/rows.ts'
import type { EntityChange } from './changes.ts'
import { entityBody } from './view.ts'

type Body = z.output<typeof Entity>
type Address = Body['permanentAddress']
type Person = NonNullable<Body['associatedPersons']>[number]

const dots = '••••'
const hidden = (text: string) => (text === '' ? '' : dots)
export const isMasked = (text: string | undefined) => text?.includes(dots) === true

/** `a••••@example.com`: enough to recognise, not enough to write to. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? hidden(email) : `${email.slice(0, 1)}${dots}${email.slice(at)}`
}

/** The last two characters of a number that people compare. */
const maskedEnd = (text: string) => (text.length < 6 ? hidden(text) : `${dots} ${text.slice(-2)}`)

/** `+44 •••• 56`: the country code's beginning and the last two digits. */
function maskedPhone(phone: string): string {
  const digits = phone.replaceAll(/[^\d+]/g, '')
  return digits.length < 8 ? hidden(phone) : `${digits.slice(0, 3)} ${dots} ${digits.slice(-2)}`
}

/** Where somebody lives is shown by the country alone. */
const maskedAddress = ({ country, ...lines }: Address): Address => ({
  ...(Object.fromEntries(
    Object.entries(lines).map(([name, text]) => [name, hidden(text)]),
  ) as typeof lines),
  country,
})

const maskedPerson = (person: Person): Person => ({
  ...person,
  email: maskedEmail(person.email),
  dateOfBirth: hidden(person.dateOfBirth),
  address: maskedAddress(person.address),
})

/** A record without birth dates, tax id, addresses and phone number; who it is stays readable. */
export function maskedEntity<T extends Body>(body: T): T {
  const { taxId, associatedPersons } = body
  return {
    ...body,
    email: maskedEmail(body.email),
    dateOfBirth: hidden(body.dateOfBirth),
    phoneNumber: maskedPhone(body.phoneNumber),
    permanentAddress: maskedAddress(body.permanentAddress),
    ...(taxId === undefined ? {} : { taxId: maskedEnd(taxId) }),
    ...(associatedPersons && { associatedPersons: associatedPersons.map(maskedPerson) }),
  }
}

/**
 * The record as this caller reads it: a partner's own key gets what it sent, a member of the
 * dashboard sees personal data by revealing it, which is put on record.
 */
export const shownTo = <T extends Body>({ isConsole }: Pick<Caller, 'isConsole'>, body: T): T =>
  isConsole ? maskedEntity(body) : body

/**
 * A change in which each value that was sent back masked is the present one again.
 * Fails with the places of masks that belong to no present value.
 */
export function unmasked(row: EntityRow, change: EntityChange) {
  const issues: ErrorDetail[] = []
  const present = entityBody(row)
  const shown = maskedEntity(present)
  const textOf = (path: string, sent: string, whole = '', mask = '') => {
    if (!isMasked(sent)) return sent
    if (sent === mask) return whole
    issues.push(detail(path, 'FIELD_INVALID', 'This is masked. Send the whole value.'))
    return sent
  }
  const addressOf = (path: string, sent: Address, whole?: Address): Address => {
    const mask = whole && maskedAddress(whole)
    const lines = Object.entries(sent).map(([name, text]) => {
      const key = name as keyof Address
      return [name, textOf(`${path}.${name}`, text, whole?.[key], mask?.[key])]
    })
    return Object.fromEntries(lines) as Address
  }
  const { associatedPersons: persons, permanentAddress: address } = change
  const texts = (['email', 'dateOfBirth', 'phoneNumber', 'taxId'] as const).flatMap((name) => {
    const sent = change[name]
    return sent === undefined ? [] : [[name, textOf(name, sent, present[name], shown[name])]]
  })
  const restored: EntityChange = {
    ...change,
    ...(Object.fromEntries(texts) as Partial<EntityChange>),
    ...(address && {
      permanentAddress: addressOf('permanentAddress', address, present.permanentAddress),
    }),
    ...(persons && {
      associatedPersons: persons.map((sent, i) => {
        const path = `associatedPersons.${i}`
        const whole = samePerson(present.associatedPersons ?? [], sent)
        const mask = whole && maskedPerson(whole)
        const textOfTheirs = (name: 'email' | 'dateOfBirth') =>
          textOf(`${path}.${name}`, sent[name], whole?.[name], mask?.[name])
        return {
          ...sent,
          email: textOfTheirs('email'),
          dateOfBirth: textOfTheirs('dateOfBirth'),
          address: addressOf(`${path}.address`, sent.address, whole?.address),
        }
      }),
    }),
  }
  return { change: restored, issues }
}

type Named = Pick<Person, 'firstName' | 'lastName' | 'email'>

/** The one person that is meant: by both name and address, else by either; none where it is unclear. */
function samePerson(present: readonly Person[], sent: Named): Person | undefined {
  const isMail = ({ email }: Person) =>
    isMasked(sent.email)
      ? maskedEmail(email) === sent.email
      : email.toLowerCase() === sent.email.toLowerCase()
  const isName = ({ firstName, lastName }: Person) =>
    firstName === sent.firstName && lastName === sent.lastName
  const tries = [(person: Person) => isMail(person) && isName(person), isMail, isName]
  for (const isMeant of tries) {
    const [found, ...more] = present.filter(isMeant)
    if (found && more.length === 0) return found
  }
  return undefined
}
