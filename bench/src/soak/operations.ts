import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { type Parties, simulated, started } from '../setup/banked.ts'
import { completed, customer, submitTransfer, type Wallet } from '../setup/partner.ts'
import { openAccounts } from '../setup/routed.ts'
import { ownersByToken, ownKeyProof } from '../setup/wallet-sessions.ts'
import { approvalAbove, type SoakSite } from './site.ts'

const { approvals, audit, entities, exports, figures, keys, liquidity, notes } = routes
const { partners, payinRoutes, sandbox, search, transfers, wallets, webhooks } = routes

/** One kind of use: how often among the others, and what one caller does. */
export type Operation = { kind: string; share: number; run: (caller: number) => Promise<void> }

const lookMs = 50
const withinMs = 60_000
const dayMs = 86_400_000
const exported = ['transfers', 'drawings', 'deposits', 'entities', 'audit'] as const

export function operationsOf(site: SoakSite): Operation[] {
  return [...moneyOperations(site), ...walletOperations(site), ...otherOperations(site)]
}

function moneyOperations(site: SoakSite): Operation[] {
  const { client, stack, parties, accounts } = site
  const pairOf = (): Parties => anyOf(parties)
  return [
    { kind: 'quote', share: 8, run: async () => void (await simulated(stack, pairOf())) },
    {
      kind: 'transfer by bank',
      share: 16,
      run: async () => {
        const params = { executionId: await started(stack, pairOf()) }
        await client.call(transfers.read, { params })
        await client.call(sandbox.depositForTransfer, { params, body: {} })
        await completed(client, params.executionId, lookMs)
        await client.call(transfers.timeline, { params })
      },
    },
    {
      kind: 'transfer cancelled',
      share: 3,
      run: async () => {
        const executionId = await started(stack, pairOf())
        await client.call(transfers.cancel, { body: { executionId } })
      },
    },
    {
      kind: 'pay-in',
      share: 8,
      run: async () => {
        const { fundingAccountId } = anyOf(accounts)
        const body = { amount: 100, currency: 'EUR', senderName: 'Ada Okonkwo' }
        await client.call(sandbox.depositForFunding, { params: { fundingAccountId }, body })
      },
    },
    { kind: 'drawing', share: 4, run: async () => void (await draw(site, 1)) },
    { kind: 'replenishment', share: 2, run: () => replenish(site) },
    {
      kind: 'reserve quote',
      share: 1,
      run: async () => {
        const { body } = await client.call(sandbox.clock, {})
        const from = Date.parse(body.data.now)
        const at = (ms: number) => new Date(ms).toISOString()
        const span = { startTimestamp: at(from), endTimestamp: at(from + dayMs) }
        const quoted = await client.call(liquidity.quoteReserve, { body: { ...span, amount: 10 } })
        // A partner may have a hundred of them open.
        const reserveFrameId = quoted.body.data.id
        await client.call(liquidity.cancelReserve, {
          body: { reserveFrameId, reason: 'not needed' },
        })
      },
    },
    { kind: 'approval', share: 2, run: () => askApproval(site) },
  ]
}

function walletOperations({ client, stack, wallets: owned }: SoakSite): Operation[] {
  const at = (index: number): Wallet => owned[index % owned.length] ?? anyOf(owned)
  return [
    {
      kind: 'wallet transfer',
      share: 6,
      run: async (caller) => {
        const { executionId } = await submitTransfer(client, at(caller), at(caller + 1))
        await completed(client, executionId, lookMs)
      },
    },
    {
      kind: 'wallet session',
      share: 2,
      run: async () => {
        const [owner] = await ownersByToken(stack, 1)
        if (!owner) throw new Error('no owner')
        const params = { entityId: owner.entityId }
        const body = await ownKeyProof(stack, owner)
        await client.call(wallets.startSession, { params, body })
      },
    },
    {
      kind: 'wallet reads',
      share: 2,
      run: async (caller) => {
        const params = { entityId: at(caller).entityId }
        await client.call(wallets.details, { params })
        await client.call(wallets.balances, { params })
        await client.call(wallets.list, { query: { limit: 20 } })
      },
    },
  ]
}

function otherOperations(site: SoakSite): Operation[] {
  const { client, stack, parties } = site
  const query = { limit: 20 }
  return [
    {
      kind: 'customer',
      share: 4,
      run: async () => {
        const { body } = await client.call(entities.create, { body: customer() })
        const params = { entityId: body.data.entityId }
        await client.call(entities.read, { params })
        await client.call(sandbox.decideKyc, { params, body: { decision: 'APPROVED' } })
      },
    },
    { kind: 'route opened', share: 1, run: async () => void (await openAccounts(stack, 1, true)) },
    {
      kind: 'lists',
      share: 10,
      run: async () => {
        const { body } = await client.call(transfers.list, { query })
        const [newest] = body.data
        if (newest)
          await client.call(transfers.read, { params: { executionId: newest.executionId } })
        const params = { entityId: anyOf(parties).fromEntityId }
        await client.call(transfers.listOfEntity, { params, query })
        await client.call(entities.list, { query })
        await client.call(payinRoutes.listDeposits, { query })
        await client.call(liquidity.list, { query })
        await client.call(keys.requests, { query })
      },
    },
    {
      kind: 'audit',
      share: 3,
      run: async () => {
        const { body } = await client.call(audit.list, { query })
        const auditId = body.data[0]?.auditId
        if (auditId !== undefined) await client.call(audit.read, { params: { auditId } })
      },
    },
    {
      kind: 'webhooks',
      share: 2,
      run: async () => {
        await client.call(webhooks.deliveries, { query })
        await client.call(webhooks.events, { query })
      },
    },
    { kind: 'export', share: 1, run: () => exportList(site) },
    {
      kind: 'overview',
      share: 2,
      run: async () => {
        await client.call(partners.me, {})
        await client.call(figures.overview, { query: { zone: 'Europe/Berlin' } })
        await client.call(approvals.counts, {})
        await client.call(search.find, { query: { q: anyOf(parties).toAccountId } })
      },
    },
    {
      kind: 'note',
      share: 1,
      run: async () => {
        const subject = { kind: 'entity', id: anyOf(parties).fromEntityId } as const
        await client.call(notes.add, { body: { subjects: [subject], text: 'seen' } })
      },
    },
  ]
}

/** Dollars of the credit line; gives the drawing's id. */
async function draw({ client }: SoakSite, amount: number): Promise<string> {
  const { body } = await client.call(liquidity.initiate, {
    body: {
      transactionId: randomUUID(),
      amount,
      asset: 'USDC',
      recipientWallet: `0x${randomUUID().replaceAll('-', '')}00000001`,
      originator: { name: 'Meridian Imports', country: 'NO' },
      beneficiary: { name: 'Lumen Wholesale', country: 'GB' },
    },
  })
  return body.data.ltxId
}

/** Draws, waits until it is paid out, and repays it from the operational wallet. */
async function replenish(site: SoakSite): Promise<void> {
  const { client } = site
  const ltxId = await draw(site, 1)
  const until = performance.now() + withinMs
  for (;;) {
    const { body } = await client.call(liquidity.detail, { params: { transactionId: ltxId } })
    const { status, originalTxnHash } = body.data
    if (status === 'DISBURSED' && originalTxnHash !== undefined) {
      const quoted = await client.call(liquidity.quoteReplenish, { body: { originalTxnHash } })
      const { totalReplenishAmount } = quoted.body.data
      const paid = { originalTxnHash, totalReplenishAmount, asset: 'USDC' }
      await client.call(liquidity.initiateReplenish, { body: paid })
      return
    }
    if (performance.now() > until) throw new Error(`a drawing stays ${status}`)
    await sleep(lookMs)
  }
}

/** Asks for a drawing that others must agree to, and withdraws what was asked for. */
async function askApproval(site: SoakSite): Promise<void> {
  const { client } = site
  const refused: unknown = await draw(site, approvalAbove + 1000).catch((error: unknown) => error)
  if (!(refused instanceof ApiError)) throw new Error('nobody was asked')
  if (refused.code !== 'APPROVAL_REQUIRED') throw refused
  const approvalId = refused.details[0]?.['existingId']
  if (typeof approvalId !== 'string') throw refused
  await client.call(approvals.read, { params: { approvalId } })
  await client.call(approvals.cancel, { params: { approvalId }, body: {} })
}

async function exportList({ client }: SoakSite): Promise<void> {
  const list = anyOf(exported)
  const made = await client.call(exports.create, { body: { list, format: 'csv' } })
  const params = { exportId: made.body.data.exportId }
  const until = performance.now() + withinMs
  for (;;) {
    const { body } = await client.call(exports.read, { params })
    const { status } = body.data
    if (status === 'READY') return
    if (status === 'FAILED' || performance.now() > until) throw new Error(`an export is ${status}`)
    await sleep(lookMs * 10)
  }
}

function anyOf<T>(list: readonly T[]): T {
  const found = list[Math.floor(Math.random() * list.length)]
  if (found === undefined) throw new Error('an empty list')
  return found
}
