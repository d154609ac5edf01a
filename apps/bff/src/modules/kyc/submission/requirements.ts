import type { Field, InputOf, kyc } from '@corridor/contract'
import {
  applicableSet,
  fail,
  flattenValues,
  formatId,
  kycSchemaVersion,
  type KycLevel,
  ok,
  requirementsFor,
} from '@corridor/domain'
import { proposedLatin } from '@corridor/domain/transliteration'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import { recordOf } from './documents.ts'
import { knownFields, notFound } from './submitted.ts'
import { caseWith, type KycCase, type KycDeps, openCase } from '../case/progress.ts'
import { nameIn } from '../case/subject.ts'
import { under, valueIssues } from '../case/values.ts'

type Asked = { jurisdictionId?: string | undefined; level?: KycLevel | undefined }

/** What verification asks of a customer, with what is known filled in. */
export function createRequirementService(deps: KycDeps) {
  return { read, evaluate }

  async function read(tx: Tx, caller: Caller, entityId: string, asked: Asked) {
    const record = await recordOf(tx, caller, entityId)
    if (!record) return fail({ code: 'ENTITY_NOT_FOUND' })
    return requirementsOf(openCase(deps, record), asked, caller)
  }

  /** The same with the answers of a form under way: fields that apply now, and wrong values. */
  async function evaluate(
    tx: Tx,
    caller: Caller,
    entityId: string,
    query: Asked,
    body: InputOf<typeof kyc.evaluate>['body'],
  ) {
    const record = await recordOf(tx, caller, entityId)
    if (!record) return fail({ code: 'ENTITY_NOT_FOUND' })
    const before = openCase(deps, record)
    const sent = flattenValues(body.fields)
    const item = caseWith(deps, record, { ...before.answers, ...sent }, before.level)
    const { jurisdictionId = query.jurisdictionId, level = query.level } = body
    const described = requirementsOf(item, { jurisdictionId, level }, caller)
    if (!described.ok) return described
    const fields = [...knownFields(item).values()]
    const issues = under('fields.', valueIssues(fields, sent, item.subject.known, record.at))
    const reported = issues.map(({ path, code, message }) => ({ path, code, message }))
    return ok({ ...described.value, issues: reported })
  }
}

function requirementsOf(
  kycCase: KycCase,
  { jurisdictionId, level }: Asked,
  { isConsole }: Pick<Caller, 'isConsole'>,
) {
  const { subject, jurisdictions, record } = kycCase
  const asked = jurisdictions.filter(
    ({ id }) => jurisdictionId === undefined || id === jurisdictionId,
  )
  if (asked.length === 0)
    return fail(notFound(['jurisdictionId'], 'No jurisdiction for this customer has this id.'))
  const set = applicableSet(requirementsFor(subject, asked, level ?? kycCase.level), subject.known)
  return ok({
    entityId: formatId('ent', record.entity.id),
    schemaVersion: kycSchemaVersion,
    groups: set.groups.map((group) => ({
      ...group,
      fields: group.fields.map((field) =>
        filledIn(field, subject.known[field.key] ?? proposalOf(subject, field), isConsole),
      ),
    })),
    documents: set.documents,
    consents: [...set.consents],
  })
}

/** A Latin name is proposed for the customer to correct. */
function proposalOf(subject: KycCase['subject'], { key }: Field) {
  if (key !== 'latinName') return undefined
  const { name, of } = nameIn(subject)
  return proposedLatin(name, of)
}

/** What a member of the dashboard reads by revealing the record alone. */
const personal =
  /(^|\.)(dateOfBirth|taxId|phoneNumber|addressLine[12]|locality|city|state|postalCode)$/

/** A known value goes into the form; of a sensitive one the form only shows that it is there. */
function filledIn(field: Field, value: string | undefined, isMember: boolean): Field {
  if (value === undefined || value === '') return field
  if (!field.sensitive && !(isMember && personal.test(field.key))) return { ...field, value }
  return { ...field, required: false, helpText: 'Given already. Fill in only to change it.' }
}
