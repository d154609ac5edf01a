import { lockEntity } from './store.ts'
import type { FundingAccount, fundingAccounts, InputOf } from '@corridor/contract'
import { evmFault, fail, ok, parseId, type Result } from '@corridor/domain'
import type { z } from 'zod'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findEntity } from '../../entities/store.ts'
import { hasCapability, missingFor } from '../../kyc/case/gate.ts'
import { findAccount, findOwnAddress } from '../external/store.ts'
import { isTokenItself, railsIn, tokenText } from '../../../outside/jurisdictions/jurisdictions.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import type { EntityRow } from '../../../db/schema/rows.ts'

/** Whose money it takes, as a request says it. */
export type Payers = Pick<
  InputOf<typeof fundingAccounts.setFundingPayers>['body'],
  'allowed' | 'named'
>
export type ReturnPolicy = z.output<typeof FundingAccount>['returnPolicy']
export type FundingRequest = {
  entityId: string
  jurisdictionId: string
  returnPolicy?: ReturnPolicy | undefined
  payers?: Payers | undefined
}
export type Place = { entity: EntityRow; jurisdiction: JurisdictionRecord }

export type PolicyFailure = Failure<'FIELD_REQUIRED' | 'FIELD_INVALID' | 'ACCOUNT_NOT_FOUND'>

/** The customer, kept from changing until the transaction ends, and the jurisdiction. */
export async function findPlace(
  tx: Tx,
  deps: Pick<Deps, 'jurisdictions'>,
  partnerId: string,
  request: FundingRequest,
) {
  const id = parseId('ent', request.entityId)
  if (id) await lockEntity(tx, partnerId, id)
  const entity = id && (await findEntity(tx, partnerId, id))
  if (!entity) return fail({ code: 'ENTITY_NOT_FOUND' })
  const jurisdiction = deps.jurisdictions.byId(request.jurisdictionId)
  if (jurisdiction) return ok({ entity, jurisdiction })
  const text = 'No jurisdiction has this id.'
  const details = [detail('jurisdictionId', 'RECORD_NOT_FOUND', text)]
  return fail({ code: 'RECORD_NOT_FOUND', details })
}

/** Where money goes that cannot be forwarded; back to its sender by default. */
export async function checkPolicy(
  tx: Tx,
  partnerId: string,
  place: Place,
  policy: ReturnPolicy = { strategy: 'ORIGIN_ACCOUNT' },
): Promise<Result<ReturnPolicy, PolicyFailure>> {
  const { strategy, target } = policy
  if (strategy !== 'STATIC_ADDRESS')
    return target === undefined
      ? ok({ strategy })
      : refused('FIELD_INVALID', 'Only STATIC_ADDRESS takes a target.')
  if (target === undefined)
    return refused('FIELD_REQUIRED', 'STATIC_ADDRESS needs the account that returns go to.')
  if (target.startsWith('acc_')) return checkAccount(tx, partnerId, place, target)
  if (place.jurisdiction.type === 'country')
    return refused('FIELD_INVALID', 'Name an external account of this customer, acc_….')
  const fault = isTokenItself(place.jurisdiction, target) ? tokenText : evmFault(target)
  if (fault !== undefined) return refused('FIELD_INVALID', fault)
  const owner = { partner_id: partnerId, entity_id: place.entity.id }
  const own = await findOwnAddress(tx, owner, target)
  return own ? ok({ strategy, target }) : refused('FIELD_INVALID', notOwn)
}

const notOwn =
  'Money goes back to nobody else: name an enabled account that is proved to be this customer’s own.'

async function checkAccount(
  tx: Tx,
  partnerId: string,
  { entity, jurisdiction }: Place,
  target: string,
): Promise<Result<ReturnPolicy, PolicyFailure>> {
  const id = parseId('acc', target)
  const account = id && (await findAccount(tx, partnerId, id))
  if (!account) {
    const text = 'No account has this id.'
    const details = [detail('returnPolicy.target', 'ACCOUNT_NOT_FOUND', text)]
    return fail({ code: 'ACCOUNT_NOT_FOUND', details })
  }
  if (account.entity_id !== entity.id)
    return refused('FIELD_INVALID', 'This account belongs to another customer.')
  if (account.jurisdiction_id !== jurisdiction.id)
    return refused('FIELD_INVALID', 'This account belongs to another jurisdiction.')
  if (account.proof !== 'PROVED') return refused('FIELD_INVALID', notOwn)
  if (account.status !== 'ENABLED')
    return refused('FIELD_INVALID', `This account is ${account.status}; it must be ENABLED.`)
  return ok({ strategy: 'STATIC_ADDRESS', target })
}

const refused = (code: 'FIELD_REQUIRED' | 'FIELD_INVALID', message: string) =>
  fail({ code, details: [detail('returnPolicy.target', code, message)] })

/** The customer must be verified for the jurisdiction; the refusal says what is missing. */
export async function checkKyc(tx: Tx, deps: Deps, { entity, jurisdiction }: Place) {
  if (await hasCapability(tx, entity.partner_id, entity.id, jurisdiction.id)) return ok(undefined)
  const missing = await missingFor(tx, deps, entity, jurisdiction.id)
  const text = `The customer is not verified for ${jurisdiction.name}.`
  return fail({
    code: 'KYC_REQUIRED',
    details: [
      detail('jurisdictionId', 'KYC_REQUIRED', text, {
        jurisdictionId: jurisdiction.id,
        kycStatus: entity.kyc_status,
        missing,
      }),
    ],
  })
}

/** A jurisdiction that is paused, or into which nothing can be paid, opens no account. */
export function checkOpen({ jurisdiction }: Place) {
  if (jurisdiction.status !== 'PAUSED' && railsIn(jurisdiction).length > 0) return ok(undefined)
  const text = `${jurisdiction.name} takes no deposits now.`
  return fail({
    code: 'CORRIDOR_UNAVAILABLE',
    details: [detail('jurisdictionId', 'CORRIDOR_UNAVAILABLE', text)],
  })
}
