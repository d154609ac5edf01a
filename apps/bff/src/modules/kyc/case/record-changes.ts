import { formatId } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { updateCustomer } from './transition-store.ts'
import type { Answers } from './answers.ts'
import { addressKeys, registrationKeys } from './subject.ts'
import type { EntityRow } from '../../../db/schema/rows.ts'

const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  dateOfBirth: 'date_of_birth',
  nationality: 'nationality',
} as const
type PersonKey = keyof typeof columns

const addressPrefix = 'permanentAddress.'
const sharedKeys = ['phoneNumber', 'latinName', ...addressKeys.map((key) => addressPrefix + key)]

/** Keys of a form that the customer's own record holds. */
export const recordKeysOf = (type: EntityRow['type']): ReadonlySet<string> =>
  new Set([...(type === 'individual' ? Object.keys(columns) : registrationKeys), ...sharedKeys])

/** Writes answers that correct the customer's own record; its version goes up with the verification. */
export async function changeRecord(tx: Tx, by: AuditedBy, entity: EntityRow, changed: Answers) {
  const keys = Object.keys(changed)
  if (keys.length === 0) return
  const person = Object.fromEntries(
    Object.entries(changed).flatMap(([key, text]) =>
      key in columns ? [[columns[key as PersonKey], text]] : [],
    ),
  )
  const address = inside(changed, addressPrefix)
  const business = Object.fromEntries(
    Object.entries(changed).filter(([key]) => registrationKeys.some((item) => item === key)),
  )
  const { phoneNumber, latinName, businessName } = changed
  const row = await updateCustomer(tx, entity, {
    ...(entity.type === 'individual' ? person : {}),
    ...(phoneNumber === undefined ? {} : { phone_number: phoneNumber }),
    ...(latinName === undefined ? {} : { latin_name: latinName }),
    permanent_address: JSON.stringify({ ...(entity.permanent_address as object), ...address }),
    ...(entity.type === 'individual'
      ? {}
      : {
          business: JSON.stringify({ ...(entity.business as object), ...business }),
          ...(businessName === undefined ? {} : { business_name: businessName }),
        }),
  })
  const entityId = formatId('ent', entity.id)
  const changes = [...new Set(keys.map((key) => key.split('.')[0] ?? key))]
  await recordEvent(tx, {
    partnerId: entity.partner_id,
    category: 'entity',
    type: 'updated',
    status: 'updated',
    object: { entityId, status: entity.kyc_status, previousStatus: entity.kyc_status, changes },
    changes: { fields: changes },
    subject: { kind: 'entity', id: entityId, version: row.version },
  })
  await recordAudit(tx, by, {
    action: 'entity.update',
    object: { kind: 'entity', id: entityId },
    after: { changed: changes },
    reason: 'corrected with the answers of a verification',
  })
}

const inside = (values: Answers, prefix: string) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, text]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), text]] : [],
    ),
  )
