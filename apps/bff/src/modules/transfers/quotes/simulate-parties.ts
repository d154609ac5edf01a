import { fail, ok } from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { JurisdictionRecord, Jurisdictions } from '../../../ports/jurisdictions.ts'
import type {
  PartyAccount,
  PartyEntity,
  PartyFunding,
  SimulateFacts,
} from './simulate-facts-store.ts'
import type { SimulateInput } from './simulate-input.ts'

export type PartyFailure = Failure<
  'ENTITY_NOT_FOUND' | 'ACCOUNT_NOT_FOUND' | 'FUNDING_ACCOUNT_NOT_FOUND'
>

/** Who pays, and from what: an external account, or into a funding account of its own. */
export type Payer = { entity: PartyEntity; jurisdiction: JurisdictionRecord } & (
  | { account: PartyAccount; funding: null }
  | { account: null; funding: PartyFunding }
)
export type Payee = { entity: PartyEntity; jurisdiction: JurisdictionRecord; account: PartyAccount }
export type Parties = { from: Payer; to: Payee }

/** Both sides, where everything that was named exists and belongs together. */
export function partiesOf(
  jurisdictions: Jurisdictions,
  input: SimulateInput,
  facts: SimulateFacts,
) {
  const { fromEntity, toEntity } = facts
  if (fromEntity === null || toEntity === null) {
    const missing = [
      ...(fromEntity === null ? ['fromEntityId'] : []),
      ...(toEntity === null ? ['toEntityId'] : []),
    ]
    return fail({
      code: 'ENTITY_NOT_FOUND',
      details: missing.map((path) => detail(path, 'ENTITY_NOT_FOUND', 'No entity has this id.')),
    })
  }
  const from = payerOf(jurisdictions, fromEntity, facts)
  const account = ownOf(facts.toAccount, toEntity)
  const jurisdiction = jurisdictions.byId(account?.jurisdiction_id ?? '')
  if (from && account && jurisdiction)
    return ok({ from, to: { entity: toEntity, account, jurisdiction } })
  const isToKnown = jurisdiction !== undefined
  return unknownAccounts(input, { isFromKnown: from !== undefined, isToKnown })
}

function payerOf(jurisdictions: Jurisdictions, entity: PartyEntity, facts: SimulateFacts) {
  const account = ownOf(facts.fromAccount, entity)
  const funding = ownOf(facts.funding, entity)
  const jurisdiction = jurisdictions.byId((account ?? funding)?.jurisdiction_id ?? '')
  if (!jurisdiction) return undefined
  if (account) return { entity, jurisdiction, account, funding: null }
  return funding ? { entity, jurisdiction, account: null, funding } : undefined
}

/** An account of another customer is as unknown as none. */
const ownOf = <T extends { entity_id: string }>(account: T | null, entity: PartyEntity) =>
  account?.entity_id === entity.id ? account : null

function unknownAccounts(
  { fromAccountId }: SimulateInput,
  { isFromKnown, isToKnown }: { isFromKnown: boolean; isToKnown: boolean },
) {
  const isFunding = fromAccountId.startsWith('fund_')
  const code = isFunding && !isFromKnown ? 'FUNDING_ACCOUNT_NOT_FOUND' : 'ACCOUNT_NOT_FOUND'
  const text = 'This entity has no account with this id.'
  return fail({
    code,
    details: [
      ...(isFromKnown ? [] : [detail('fromAccountId', code, text)]),
      ...(isToKnown ? [] : [detail('toAccountId', 'ACCOUNT_NOT_FOUND', text)]),
    ],
  } satisfies PartyFailure)
}
