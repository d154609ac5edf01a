import { importFile, writePaymentFile } from '@corridor/banks'
import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { parseId, toText } from '@corridor/domain'
import { createSimulatedBooks } from '../../outside/bank/books-store.ts'
import { executionDayBy } from '../../outside/bank/outbox.ts'
import type { Deps } from '../../ports/deps.ts'
import { findFirstPayout } from './payout-store.ts'
import { bankMessage, type Credit, statusReport } from './messages.ts'

/** Money of which the bank writes twice: in a notification, then in a statement or another notification. */
export type DemoFileDeposit = {
  amount: number
  sender: string
  payerAccount: string
  reference: string
  then: 'statement' | 'notification'
}
type Parts = Pick<Deps, 'db' | 'bankFiles'>
type To = { fundingAccountId: string; teleportId: string; country: string }

/**
 * What the bank writes about a route's money: a deposit in two messages, and with its statement a line
 * that cannot be read, a payment that seems to have come back and what was reported of it before; or the
 * same money perhaps once more. Files are the same at each start, and so taken in once.
 */
export async function seedBankFiles(
  deps: Parts,
  client: Client,
  { fundingAccountId, teleportId, country }: To,
  { amount, sender: payer, payerAccount, reference: text, then }: DemoFileDeposit,
): Promise<void> {
  const [read, route] = await Promise.all([
    client.call(routes.accounts.readFunding, { params: { fundingAccountId } }),
    client.call(routes.payinRoutes.read, { params: { teleportId } }),
  ])
  const { bank_account_number: payee } = read.body.data.depositAccountInfo
  const at = minutesAfter(new Date(route.body.data.data.createdAt))
  const day = at(0).toISOString().slice(0, 10)
  const credit: Credit = { amount: amount.toFixed(2), payer, payerAccount, text, payee }
  const stated = { ...credit, payer: payer.toUpperCase(), reference: `${country}-BOOKING-1` }
  const odd: Credit = { ...credit, amount: '48.505', payer: 'Lampenwelt Hansen', text: 'RE-0874' }
  const credits = then === 'statement' ? [stated, odd] : [credit]
  const account = accountOf(deps, country)
  const files = [
    { kind: 'notification', id: `DEMO-${country}-1`, madeAt: at(-40), credits: [credit] },
    { kind: then, id: `DEMO-${country}-2`, madeAt: at(-25), credits },
  ] as const
  for (const file of files)
    await takeIn(client, nameOf(file), bankMessage({ ...file, day, account }))
  const payout = then === 'statement' ? await payoutOfPast(deps, client) : undefined
  if (!payout) return
  await seedStatuses(deps, payout)
  await seedReturn(deps, client, { madeAt: at(-5), day, payout })
}

const minutesAfter = (from: Date) => (minutes: number) =>
  new Date(Math.floor(from.getTime() / 1_000) * 1_000 + minutes * 60_000)

const takeIn = (client: Client, name: string, content: string) =>
  client.call(routes.sandbox.importBankFile, { body: { name, text: content } })

function accountOf({ bankFiles }: Parts, country: string) {
  const found = bankFiles.accounts.find(({ countryCode }) => countryCode === country)
  if (!found) throw new Error(`the sandbox has no account in ${country}`)
  return found
}

/** The payment of the newest transfer to the lamp supplier that was done before today. */
async function payoutOfPast({ db }: Parts, client: Client) {
  const query = { status: 'COMPLETED', q: 'HR-LW', limit: 1 } as const
  const [transfer] = (await client.call(routes.transfers.list, { query })).body.data
  const id = transfer && parseId('exec', transfer.executionId)
  return id === undefined ? undefined : db.readingAll((tx) => findFirstPayout(tx, id))
}

type Payout = NonNullable<Awaited<ReturnType<typeof payoutOfPast>>>

/** The payment also as one of a payment file, and what its bank wrote of it. */
async function seedStatuses(deps: Parts, payout: Payout): Promise<void> {
  const kept = await createSimulatedBooks(deps.db).findPayout(payout.id)
  if (!kept) return
  const { books, accounts } = deps.bankFiles
  await books.keepPayment(kept.payout.instruction)
  const initiator = accounts[0]?.holderName ?? ''
  await writePaymentFile({ books, accounts, initiator, executionDay: executionDayBy([]) })
  const messageId = (await books.findPayment(payout.id))?.messageId ?? ''
  await books.markSent(messageId)
  const at = minutesAfter(payout.created_at)
  const payment = { messageId, endToEndId: endToEndIdOf(payout) }
  const reports = [
    { id: 'DEMO-STATUS-1', madeAt: at(0.05), status: 'ACTC' },
    { id: 'DEMO-STATUS-2', madeAt: at(0.2), status: 'PDNG', reason: pending },
    { id: 'DEMO-STATUS-3', madeAt: at(0.7), status: 'ACSC' },
  ]
  for (const report of reports) {
    const content = statusReport({ ...report, payment })
    const read = () => [Buffer.from(content)]
    const answer = await importFile({ books, accounts, name: nameOf(report), read })
    if (!answer.ok) throw new Error(answer.reason)
  }
}

/** Money came in whose text names the payment: the operator decides whether that is its return. */
async function seedReturn(
  deps: Parts,
  client: Client,
  { payout, ...when }: { madeAt: Date; day: string; payout: Payout },
): Promise<void> {
  const credit: Credit = {
    amount: toText(payout.amount, payout.scale),
    payer: 'Sample Bank plc',
    text: `RETURN OF PAYMENT ${endToEndIdOf(payout)} AC04`,
  }
  const account = accountOf(deps, 'GB')
  const file = { kind: 'notification', id: 'DEMO-GB-1', ...when } as const
  await takeIn(client, nameOf(file), bankMessage({ ...file, account, credits: [credit] }))
}

const endToEndIdOf = ({ id }: Payout) => id.replaceAll('-', '')
const nameOf = ({ id }: { id: string }) => `${id.toLowerCase()}.xml`

const pending = { code: 'NARR', text: 'Waiting for the next cycle of the clearing' }
