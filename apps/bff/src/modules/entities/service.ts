import { formatId, ok, fail, parseId, type Result } from '@corridor/domain'
import iso3166 from 'i18n-iso-countries'
import { isValidPhoneNumber } from 'libphonenumber-js/max'
import type { Caller } from '../../api/caller.ts'
import { type Page, pageOf } from '../../api/paging.ts'
import { detail, type Failure } from '../../api/refusal.ts'
import { now, type Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../access/audit.ts'
import { recordEvent } from '../webhooks/outbox.ts'
import * as store from './store.ts'

type CreateFailure = Failure<'ENTITY_EMAIL_EXISTS' | 'FIELD_INVALID'>
type ReadFailure = Failure<'ENTITY_NOT_FOUND'>

const countries = new Set(Object.keys(iso3166.getAlpha2Codes()))

export type EntityService = ReturnType<typeof createEntityService>

/** Customer records of a partner. */
export function createEntityService(deps: Pick<Deps, 'ids'>) {
  return { create, read, list }

  /** Creates a customer; the same e-mail address twice is refused with the existing id. */
  async function create(
    tx: Tx,
    caller: Caller,
    input: store.NewEntity,
  ): Promise<Result<store.EntityRow, CreateFailure>> {
    const invalid = checkFields(input, await now(tx))
    if (invalid.length > 0) return fail({ code: 'FIELD_INVALID', details: invalid })

    const row = await store.insertEntity(tx, caller.partnerId, deps.ids.uuid(), input)
    if (!row) return fail(await emailExists(tx, caller.partnerId, input.email))

    const entityId = formatId('ent', row.id)
    await recordEvent(tx, {
      partnerId: caller.partnerId,
      category: 'entity',
      type: 'created',
      status: 'created',
      object: { entityId, status: row.kyc_status },
      subject: { kind: 'entity', id: entityId, version: row.version },
    })
    await recordAudit(tx, caller, {
      action: 'entity.create',
      object: { kind: 'entity', id: entityId },
    })
    return ok(row)
  }

  async function read(
    tx: Tx,
    caller: Caller,
    entityId: string,
  ): Promise<Result<store.EntityRow, ReadFailure>> {
    const id = parseId('ent', entityId)
    const row = id && (await store.findEntity(tx, caller.partnerId, id))
    return row ? ok(row) : fail({ code: 'ENTITY_NOT_FOUND' })
  }

  /** A page of customers; the first page also says how many there are. */
  async function list(tx: Tx, caller: Caller, filter: store.EntityFilter, page: Page) {
    const unknown = countryIssue('country', filter.country ?? '')
    if (unknown.length > 0) return fail({ code: 'FIELD_INVALID' as const, details: unknown })
    const rows = await store.listEntities(tx, caller.partnerId, filter, page)
    const total = page.after ? undefined : await store.countEntities(tx, caller.partnerId, filter)
    return ok(pageOf(page, rows, total))
  }
}

async function emailExists(tx: Tx, partnerId: string, email: string): Promise<CreateFailure> {
  const existing = await store.findEntityIdByEmail(tx, partnerId, email)
  const existingId = existing ? formatId('ent', existing) : ''
  const text = 'Another customer has this e-mail address.'
  return {
    code: 'ENTITY_EMAIL_EXISTS',
    details: [detail('email', 'ENTITY_EMAIL_EXISTS', text, { existingId })],
  }
}

const invalid = (path: string, message: string) => [detail(path, 'FIELD_INVALID', message)]

const countryIssue = (path: string, code: string) =>
  code !== '' && !countries.has(code) ? invalid(path, 'This is no country code of ISO 3166.') : []

/** What a schema cannot say: real countries, numbers of a numbering plan, births in the past. */
function checkFields(input: store.NewEntity, at: Date) {
  const today = at.toISOString().slice(0, 10)
  const past = (path: string, date: string) =>
    date !== '' && (date >= today || date < '1900-01-01')
      ? invalid(path, 'This date must lie in the past.')
      : []
  const business = input.type === 'business' ? input : undefined
  return [
    ...(isValidPhoneNumber(input.phoneNumber)
      ? []
      : invalid('phoneNumber', 'This is no valid phone number.')),
    ...countryIssue('nationality', input.nationality),
    ...countryIssue('permanentAddress.country', input.permanentAddress.country),
    ...past('dateOfBirth', input.dateOfBirth),
    ...countryIssue('incorporationCountry', business?.incorporationCountry ?? ''),
    ...past('incorporationDate', business?.incorporationDate ?? ''),
    ...(business?.associatedPersons ?? []).flatMap((person, i) => [
      ...countryIssue(`associatedPersons.${i}.nationality`, person.nationality),
      ...countryIssue(`associatedPersons.${i}.address.country`, person.address.country),
      ...past(`associatedPersons.${i}.dateOfBirth`, person.dateOfBirth),
    ]),
  ]
}
