import { randomUUID } from 'node:crypto'
import { routes } from '@corridor/contract/routes'
import type { Client } from 'pg'
import { asAdmin } from '../measure/admin.ts'
import { postRequest } from '../load/load.ts'
import { untilNoRow } from './deposits.ts'
import type { BenchStack } from './partner.ts'

/** Enough for every run: a drawing is a cent. */
const settings = {
  liquidity: { creditLimit: 1_000_000_000, dailyLimit: 1_000_000_000, txnLimit: 100_000 },
}

/** Gives each partner that there is a credit line with room for every run. */
export async function creditLine(stack: BenchStack): Promise<void> {
  await asAdmin(stack.dataDir, 'corridor', (admin) =>
    admin.query('update partner set settings = settings || $1::jsonb', [JSON.stringify(settings)]),
  )
}

/** Draws a cent; each time it is sent it asks under a new id. */
export const drawingRequest = (apiToken: string): string =>
  postRequest(routes.liquidity.initiate.path, body, { 'x-api-token': apiToken })

/** Waits until all drawings are on their chain for good. */
export const untilDisbursed = (admin: Client): Promise<number> =>
  untilNoRow(
    admin,
    `select from liquidity_transaction where status in ('INITIATED', 'BROADCAST') limit 1`,
  )

const body = {
  transactionId: '{{uuid}}',
  amount: 0.01,
  asset: 'USDC',
  recipientWallet: `0x${randomUUID().replaceAll('-', '')}00000001`,
  originator: { name: 'Meridian Imports', country: 'NO' },
  beneficiary: { name: 'Lumen Wholesale', country: 'GB' },
}
