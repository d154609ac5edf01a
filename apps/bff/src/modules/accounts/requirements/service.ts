import { customerNames, fail, type FieldIssue, ok, parseId, type TwoNames } from '@corridor/domain'
import { proposedLatin } from '@corridor/domain/transliteration'
import type { Caller } from '../../../api/request/caller.ts'
import { detail } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findEntity } from '../../entities/store.ts'
import { type Answers, answersOf, latinKey, nameKey, requirementsOf } from './account-rules.ts'
type Choice = {
  entityType?: 'individual' | 'business' | undefined
  ownership?: 'SELF' | 'THIRD_PARTY' | undefined
}
type Asked = Choice & { jurisdictionId: string; rail?: string | undefined }
type MayAsk = Choice & Partial<Record<'jurisdictionId' | 'rail', string | undefined>>
type Filter = MayAsk & { amount?: string | undefined }
type Form = MayAsk & {
  entityId?: string | undefined
  type?: string | undefined
  amount?: number | undefined
  accountHolder?: unknown
  account?: unknown
  wallet?: unknown
}

/** What accounts of a jurisdiction need, before and while a form is filled in. */
export function createRequirementService({ jurisdictions }: Pick<Deps, 'jurisdictions'>) {
  return { read, evaluate }

  /** The ways to reach an account; an unknown filter value is refused. */
  function read(asked: Asked & { amount?: string | undefined }) {
    const jurisdiction = jurisdictions.byId(asked.jurisdictionId)
    if (!jurisdiction) return unknownJurisdiction()
    const amount = asked.amount === undefined ? undefined : amountOf(asked.amount)
    const wrong = asked.amount !== undefined && amount === undefined ? [wrongAmount] : []
    const choice = { ...choiceOf(asked), rail: asked.rail, amount }
    const { issues, ...found } = requirementsOf(jurisdiction, choice, answersOf(jurisdiction, {}))
    const all = [...issues, ...wrong]
    return all.length > 0 ? fail({ code: 'FIELD_INVALID', details: all.map(asDetail) }) : ok(found)
  }

  /**
   * The same for a form with some answers: fields that apply now, and what is wrong so far. What the
   * form leaves open, the query may say as it does in `read`.
   */
  async function evaluate(tx: Tx, caller: Caller, filter: Filter, form: Form) {
    const jurisdictionId = form.jurisdictionId ?? filter.jurisdictionId
    if (jurisdictionId === undefined) return fail({ code: 'FIELD_REQUIRED', details: [nowhere] })
    const jurisdiction = jurisdictions.byId(jurisdictionId)
    if (!jurisdiction) return unknownJurisdiction()
    const filterAmount = filter.amount === undefined ? undefined : amountOf(filter.amount)
    if (filter.amount !== undefined && filterAmount === undefined)
      return fail({ code: 'FIELD_INVALID', details: [asDetail(wrongAmount)] })
    const id = form.entityId === undefined ? undefined : parseId('ent', form.entityId)
    const entity = id ? await findEntity(tx, caller.partnerId, id) : undefined
    if (form.entityId !== undefined && !entity) return fail({ code: 'ENTITY_NOT_FOUND' })
    const { type, ownership = filter.ownership, rail = filter.rail, amount = filterAmount } = form
    const isOwn = ownership !== 'THIRD_PARTY'
    const own = entity && isOwn ? customerNames(entity) : undefined
    const entityType = entity?.type ?? form.entityType ?? filter.entityType
    const answers = answersOf(jurisdiction, form, own)
    const known = knownNames(answers.values, own, entityType)
    const asked = { ...choiceOf({ entityType, ownership }), rail, type, amount, known }
    return ok(requirementsOf(jurisdiction, asked, answers))
  }
}

/** The customer's own name, and how the holder's may be spelled where it is in another script. */
function knownNames(
  { [nameKey]: name = '' }: Answers['values'],
  own: TwoNames | undefined,
  entityType: Choice['entityType'],
): Record<string, string> {
  const known = own?.name === name ? own.latinName : ''
  const proposal = known || proposedLatin(name, { isPerson: entityType !== 'business' })
  return {
    ...(own ? { [nameKey]: own.name } : {}),
    ...(proposal === '' ? {} : { [latinKey]: proposal }),
  }
}

/** Without the members that were not sent: absent and undefined are not the same to the rules. */
const choiceOf = ({ entityType, ownership }: Choice) => ({
  ...(entityType ? { entityType } : {}),
  ...(ownership ? { ownership } : {}),
})

const amountOf = (text: string): number | undefined =>
  /^\d{1,15}(\.\d{1,18})?$/.test(text) && Number(text) > 0 ? Number(text) : undefined

const wrongAmount: FieldIssue = {
  path: 'amount',
  code: 'FIELD_INVALID',
  message: 'An amount is a positive decimal number.',
}

const asDetail = ({ path, code, message, allowed }: FieldIssue) =>
  detail(path, code, message, allowed === undefined ? {} : { allowed })

const nowhere = detail('jurisdictionId', 'FIELD_REQUIRED', 'This field is required.')

const unknownJurisdiction = () =>
  fail({
    code: 'RECORD_NOT_FOUND' as const,
    details: [detail('jurisdictionId', 'RECORD_NOT_FOUND', 'No jurisdiction has this id.')],
  })
