import { randomBytes } from 'node:crypto'
import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { expect } from '@playwright/test'
import { unique } from './customers.ts'

const { liquidity, partners, sandbox } = routes
const hourMs = 3_600_000

/** An address that nobody has used. */
export const anAddress = (): string => `0x${randomBytes(20).toString('hex')}`

/** Service time in milliseconds. */
export async function serviceNow(client: Client): Promise<number> {
  return Date.parse((await client.call(sandbox.clock)).body.data.now)
}

/** A quoted frame from now on; gives its id. */
export async function quoteFrame(
  client: Client,
  {
    amount = 1000,
    hours = 24,
    inHours = 0,
  }: { amount?: number; hours?: number; inHours?: number } = {},
): Promise<string> {
  const start = (await serviceNow(client)) + inHours * hourMs
  const body = {
    startTimestamp: new Date(start).toISOString(),
    endTimestamp: new Date(start + hours * hourMs).toISOString(),
    amount,
  }
  return (await client.call(liquidity.quoteReserve, { body })).body.data.id
}

export async function frameOf(client: Client, id: string) {
  const { data } = (await client.call(liquidity.listReserves, { query: { limit: 200 } })).body
  const frame = data.find((item) => item.id === id)
  if (!frame) throw new Error(`There is no frame ${id}.`)
  return frame
}

export async function drawingOf(client: Client, ltxId: string) {
  const params = { transactionId: ltxId }
  return (await client.call(liquidity.detail, { params })).body.data
}

export const parties = {
  originator: { name: 'Kestrel Pay', country: 'GB' },
  beneficiary: { name: 'Orchid Trading', country: 'DE' },
}

/** A drawing on the credit line that is paid out; gives its id and the partner's own. */
export async function makeDrawing(
  client: Client,
  amount = 1000,
): Promise<{ ltxId: string; transactionId: string }> {
  const transactionId = `D-${unique()}`
  const { asset } = (await client.call(liquidity.limits)).body.data
  const body = { transactionId, amount, asset, recipientWallet: anAddress(), ...parties }
  const { ltxId } = (await client.call(liquidity.initiate, { body })).body.data
  const status = async () => (await drawingOf(client, ltxId)).status
  await expect.poll(status, { intervals: [200], timeout: 30_000 }).toBe('DISBURSED')
  return { ltxId, transactionId }
}

/** Test tokens in the partner's operational wallet. */
export async function fillOperationalWallet(client: Client, amount: number): Promise<void> {
  const me = (await client.call(partners.me)).body.data
  const address = me.partnerOperationalWallet
  await client.call(sandbox.faucet, { body: { address, jurisdictionId: me.cryptoTokenId, amount } })
}
