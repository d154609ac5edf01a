import { expect } from 'vitest'
import type { AnyBody, Bff, Got, Partner } from '../process/bff.ts'
import { payinPath } from './payin-routes.ts'

export const routeDeposits = async (bff: Bff, teleportId: string): Promise<AnyBody[]> => {
  const { status, body } = await bff.get(`${payinPath}/${teleportId}/deposits?limit=200`)
  expect(status).toBe(200)
  return body.data.data
}

/** Money on a funding account, as a bank or a chain brings it; the sandbox's answer. */
export async function payTo(
  bff: Bff,
  fundingAccountId: string,
  body: object = {},
): Promise<AnyBody> {
  const paid = await bff.post(`/api/v1/sandbox/funding/${fundingAccountId}/deposit`, {
    amount: 100,
    currency: 'USD',
    senderName: 'Ada Okonkwo',
    ...body,
  })
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.body))
  return paid.body.data
}

export const findDeposit = async (bff: Bff, depositId: string): Promise<AnyBody> => {
  const { status, body } = await bff.get(`${payinPath}/deposits?limit=200`)
  expect(status).toBe(200)
  return body.data.data.find((one: AnyBody) => one.depositId === depositId)
}

export async function untilDeposit(
  bff: Bff,
  depositId: string,
  status: string,
  timeout = 10_000,
): Promise<AnyBody> {
  await expect
    .poll(async () => (await findDeposit(bff, depositId)).status, { timeout, interval: 60 })
    .toBe(status)
  return findDeposit(bff, depositId)
}

export const resolveDeposit = (
  bff: Bff,
  body: object,
  headers: Record<string, string> = {},
  partner?: Partner,
): Promise<Got> => bff.post(`${payinPath}/deposit/resolve`, body, headers, partner)

/** Type, status and the statuses of the events of a deposit, oldest first. */
export async function eventsOfDeposit(bff: Bff, depositId: string): Promise<string[]> {
  const rows = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('event')
      .select(['type', 'status', 'object'])
      .where('category', '=', 'payin_deposit')
      .where('subject_id', '=', depositId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ type, status, object }) => {
    const { heldReason } = object as Record<string, string>
    return `${type} ${status}${heldReason ? ` (${heldReason})` : ''}`
  })
}
