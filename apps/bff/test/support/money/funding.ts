import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import type { AnyBody, Bff, Got } from '../process/bff.ts'
import { makeVerified } from '../people/customers.ts'
import type { FundingRow } from '../../../src/db/schema/rows.ts'

export const fundingPath = '/api/v1/xfer/accounts/funding'
export const codeOf = ({ status, body }: Got) => [status, body.error?.code]
export const uuidOf = (prefix: 'ent' | 'fund' | 'par', id: string) => parseId(prefix, id) ?? ''

/** A new customer's account in a jurisdiction. */
export async function openFunding(bff: Bff, jurisdictionId: string): Promise<AnyBody> {
  const entityId = await makeVerified(bff)
  return (await bff.post(`${fundingPath}/create`, { entityId, jurisdictionId })).body.data
}

/** What is stored of a customer's accounts. */
export const fundingRows = (bff: Bff, entityId: string) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('funding_account')
      .selectAll()
      .where('entity_id', '=', uuidOf('ent', entityId))
      .execute(),
  )

/** Puts an account into a state that no request leads to; no worker finds it there today. */
export const setFundingStatus = (
  bff: Bff,
  fundingAccountId: string,
  status: FundingRow['status'],
) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .updateTable('funding_account')
      .set({ status, ask_again_at: sql<Date>`service_now() + interval '1 day'` })
      .where('id', '=', uuidOf('fund', fundingAccountId))
      .execute(),
  )

/** Type, status and previous status of an account's events, oldest first. */
export async function fundingEvents(bff: Bff, fundingAccountId: string): Promise<string[][]> {
  const path = '/api/v1/xfer/utility/webhook/events?limit=200&eventCategory=funding_account'
  const { body } = await bff.get(path)
  return body.data
    .filter((event: AnyBody) => event.eventObject.accountId === fundingAccountId)
    .map((event: AnyBody) => [event.eventType, event.eventStatus, event.eventObject.previousStatus])
    .toReversed()
}
