import { createClient } from '@corridor/client'
import { operations } from '@corridor/contract'
import type { Deps } from '../../../src/ports/deps.ts'

const { accounts, entities, liquidity, partners, payinRoutes, sandbox, transfers, wallets } =
  operations

type Place = {
  deps: Pick<Deps, 'config'>
  fetch: (request: Request) => Promise<Response>
}

/** What a partner's program finds of its customers, in an order that does not depend on how it came about. */
export async function customersOf({ fetch, deps }: Place, apiToken: string) {
  const client = createClient({ baseUrl: deps.config.BASE_URL, apiToken, fetch })
  const sent = []
  for await (const item of client.items(transfers.list, { query: { sort: 'createdAt' } }))
    sent.push(
      [
        // What a route forwards has the id of its deposit.
        item.routeId === '' ? item.transactionId : 'forwarded',
        item.status,
        item.from.fullName,
        item.from.amount,
        item.from.currency,
      ].join(' '),
    )
  const isOfToday = (line: string) => !/^[A-Z]{2}-[A-Z]{2}-/.test(line)
  const past = sent.filter((line) => !isOfToday(line)).map((line) => line.split(' ')[1] ?? '')
  const held = []
  for await (const { entityId, email, kycStatus } of client.items(entities.list, {
    query: { sort: 'name' },
  })) {
    const params = { entityId }
    const banks = await client.call(accounts.listExternalOfEntity, {
      params,
      query: { kind: 'BANK' },
    })
    const funding = await client.call(accounts.listFundingOfEntity, { params })
    const details = (await client.call(wallets.details, { params })).body.data
    const balances = (await client.call(wallets.balances, { params })).body.data
    held.push({
      email,
      // The screening that turns the one into the other has a moment of its own.
      kycStatus: kycStatus === 'SUBMITTED' ? 'UNDER_REVIEW' : kycStatus,
      banks: banks.body.data
        .map(({ status, jurisdiction }) => `${jurisdiction.name} ${status}`)
        .toSorted(),
      funding: funding.body.data
        .map(({ status, jurisdiction }) => `${jurisdiction.name} ${status}`)
        .toSorted(),
      authMethods: details.authMethods.map(({ authType, status }) => `${authType} ${status}`),
      wallets: details.wallets.map((wallet) => `${wallet.walletName} ${wallet.accounts.length}`),
      tokens: balances.flatMap(({ tokens }) =>
        tokens.map(({ amount, currency }) => `${amount} ${currency}`),
      ),
    })
  }
  const routes = []
  const query = { sort: 'createdAt' } as const
  for (const item of (await client.call(payinRoutes.list, { query })).body.data.data)
    routes.push(
      [item.depositAccountInfo.currency, item.destinationJurisdiction.name, item.routeStatus]
        .concat(`${item.totalTransactions} deposits, ${item.held} held`)
        .join(' '),
    )
  return {
    ...(await creditLineOf(client)),
    sent: sent.filter(isOfToday).toSorted(),
    past: Object.fromEntries(
      Object.entries(Object.groupBy(past, (status) => status)).map(([status, all = []]) => [
        status,
        all.length,
      ]),
    ),
    routes: routes.toSorted(),
    bank: await bankOf(client),
    held: held.toSorted((a, b) => (a.email < b.email ? -1 : 1)),
  }
}

/** What the bank's files left open, how many messages a deposit has, and what was reported of payouts. */
async function bankOf(client: ReturnType<typeof createClient>) {
  const { payments, unassigned } = (await client.call(payinRoutes.listWaiting)).body.data.data
  const aside = (await client.call(sandbox.listSetAside)).body.data
  const deposits = []
  const listed = await client.call(payinRoutes.listDeposits, {
    query: { q: 'RE-2026', limit: 200 },
  })
  for (const { depositId } of listed.body.data.data) {
    const params = { depositId }
    const messages = (await client.call(payinRoutes.depositMessages, { params })).body.data.data
    deposits.push(messages.map(({ kind }) => kind).join(' '))
  }
  const reported = []
  for await (const { executionId } of client.items(transfers.list, {
    query: { q: 'HR-LW' },
  })) {
    const { bankStatuses } = (await client.call(transfers.timeline, { params: { executionId } }))
      .body.data
    if (bankStatuses.length > 0) reported.push(bankStatuses.map(({ status }) => status).join(' '))
  }
  return {
    waiting: payments.map(
      ({ amount, likely }) => `${amount.amount} beside ${likely?.messages.length}`,
    ),
    unassigned: unassigned.map(({ kind }) => kind),
    aside: aside.map(({ source }) => /\d+\.\d+/.exec(source)?.[0]),
    deposits,
    reported,
  }
}

async function creditLineOf(client: ReturnType<typeof createClient>) {
  const frames = []
  for await (const item of client.items(liquidity.listReserves))
    frames.push(`${item.transactionId} ${item.status} ${item.phase} ${item.misc.utilisation.drawn}`)
  const drawings = []
  for await (const item of client.items(liquidity.list))
    drawings.push(`${item.transactionId} ${item.status} ${item.principalOutstanding}`)
  const { tokenBalance } = (await client.call(partners.me)).body.data
  return { frames: frames.toSorted(), drawings: drawings.toSorted(), tokenBalance }
}
