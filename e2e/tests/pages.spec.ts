// Every page of the console: axe in both themes, nothing wider than a phone, nothing secret kept.
import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { aPerson } from '../support/customers.ts'
import { expect, look, strangerTest, test } from '../support/journey.ts'
import { makeDrawing, quoteFrame } from '../support/liquidity.ts'
import { secretsIn } from '../support/secrets.ts'

const { accounts, payinRoutes, transfers, wallets, webhooks } = routes

/** Many pages in one test, on machines that do other work as well. */
const minutesMs = 5 * 60_000

type Visit = { name: string; path: string }

/** Addresses that exist in every workspace. */
const fixed: Visit[] = [
  { name: 'overview', path: '/' },
  { name: 'transfers', path: '/transfers' },
  { name: 'new-transfer', path: '/transfers/new' },
  { name: 'entities', path: '/entities' },
  { name: 'new-entity', path: '/entities/new' },
  { name: 'compliance-queue', path: '/entities/queue' },
  { name: 'wallets', path: '/wallets' },
  { name: 'payments-account', path: '/payments' },
  { name: 'accounts', path: '/accounts/external' },
  { name: 'accounts-funding', path: '/accounts/funding' },
  { name: 'new-account', path: '/accounts/new' },
  { name: 'new-funding-account', path: '/accounts/funding/new' },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'webhooks-verifier', path: '/webhooks/verifier' },
  { name: 'webhook-events', path: '/webhooks/events' },
  { name: 'payin-routes', path: '/routes' },
  { name: 'held-deposits', path: '/routes/held' },
  { name: 'liquidity', path: '/liquidity' },
  { name: 'liquidity-new-reserve', path: '/liquidity/reserves/new' },
  { name: 'liquidity-quotes', path: '/liquidity/quotes' },
  { name: 'liquidity-drawings', path: '/liquidity/replenish' },
  { name: 'liquidity-draw', path: '/liquidity/drawings/new' },
  { name: 'liquidity-payments', path: '/liquidity/payments' },
  { name: 'liquidity-limits', path: '/liquidity/limits' },
  { name: 'balances', path: '/balances' },
  { name: 'team', path: '/team' },
  { name: 'team-roles', path: '/team/roles' },
  { name: 'audit', path: '/audit' },
  { name: 'approvals', path: '/approvals' },
  { name: 'approvals-policy', path: '/approvals/policy' },
  { name: 'inbox', path: '/inbox' },
  { name: 'settings', path: '/settings' },
  { name: 'settings-preferences', path: '/settings/preferences' },
  { name: 'settings-notifications', path: '/settings/notifications' },
  { name: 'settings-workspace', path: '/settings/workspace' },
  { name: 'settings-data', path: '/settings/data' },
  { name: 'developers', path: '/developers' },
  { name: 'developers-guides', path: '/developers/guides' },
  { name: 'developers-events', path: '/developers/events' },
  { name: 'developers-deprecations', path: '/developers/deprecations' },
  { name: 'api-keys', path: '/developers/keys' },
  { name: 'requests', path: '/developers/requests' },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'transfers-filtered', path: '/transfers?status=COMPLETED&q=KP&sort=-amountIn' },
  { name: 'transfers-nothing', path: '/transfers?q=nothing-like-this' },
]

/** Pages of a transfer, its sender and its newest event. */
async function pagesOfRecords(client: Client): Promise<Visit[]> {
  const [transfer] = (await client.call(transfers.list, { query: { q: 'KP-77121' } })).body.data
  const [held] = (await client.call(transfers.list, { query: { status: 'IN_REVIEW' } })).body.data
  const [event] = (await client.call(webhooks.events, { query: { limit: 1 } })).body.data
  if (!transfer || !held || !event) throw new Error('The sandbox was not seeded.')
  const { executionId, from } = transfer
  const [funding] = (await client.call(accounts.listFunding, { query: { limit: 1 } })).body.data
  const waiting = await client.call(payinRoutes.listDeposits, { query: { status: 'HELD' } })
  const deposit = waiting.body.data.data.find(({ teleportId }) => teleportId !== '')
  if (!deposit) throw new Error('The sandbox has no held deposit of a route.')
  const { depositId, teleportId } = deposit
  const frame = await quoteFrame(client)
  const { data: owned } = (await client.call(wallets.list, { query: { limit: 200 } })).body
  const wallet = owned.find(({ entityId }) => entityId === from.entityId)
  if (!wallet) throw new Error('The sender has no wallet.')
  const { ltxId } = await makeDrawing(client, 100)
  const tabs = (name: string, base: string, keys: string[]) =>
    keys.map((key) => ({
      name: key ? `${name}-${key}` : name,
      path: key ? `${base}/${key}` : base,
    }))
  return [
    ...tabs('transfer', `/transfers/${executionId}`, ['', 'ledger', 'events', 'json', 'receipt']),
    { name: 'transfer-by-bank', path: `/transfers/${held.executionId}` },
    { name: 'transfers-pane', path: `/transfers?open=${executionId}` },
    ...tabs('entity', `/entities/${from.entityId}`, [
      '',
      'kyc',
      'accounts',
      'wallets',
      'transfers',
      'routes',
      'activity',
    ]),
    { name: 'external-account', path: `/accounts/external/${from.accountId}` },
    ...(funding
      ? [{ name: 'funding-account', path: `/accounts/funding/${funding.fundingAccountId}` }]
      : []),
    { name: 'payin-route', path: `/routes/${teleportId}?open=${depositId}` },
    ...tabs('payin-route', `/routes/${teleportId}`, ['changes', 'deposits', 'sheet']),
    { name: 'payin-route-days', path: `/routes/${teleportId}/deposits?as=table&days=7` },
    { name: 'payin-deposit', path: `/routes/deposits/${depositId}` },
    ...tabs('reserve-frame', `/liquidity/reserves/${frame}`, ['', 'events', 'json']),
    { name: 'liquidity-frames', path: '/liquidity?zoom=24h' },
    { name: 'liquidity-drawings-open', path: '/liquidity/replenish' },
    ...tabs('drawing', `/liquidity/drawings/${ltxId}`, ['', 'quotes', 'replenishments', 'events']),
    ...tabs('wallet', `/wallets/${from.entityId}`, [
      '',
      'transactions',
      'authentication',
      'receive',
      'policies',
      'activity',
      'add-passkey',
      'add-account',
    ]),
    {
      name: 'wallet-policy-editor',
      path: `/wallets/${from.entityId}/policies?edit=${wallet.walletId}`,
    },
    {
      name: 'webhook-event',
      path: `/webhooks/events/${event.eventId}?at=${encodeURIComponent(event.createdAt)}`,
    },
  ]
}

/** The heading is shown and nothing is being read any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Content never makes the page itself scroll sideways (WCAG 1.4.10). */
async function expectReflow(page: Page, name: string): Promise<void> {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    // A table changes to two lines a moment after the window did.
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(wider, { message: `${name} at ${width} px` }).toBeLessThanOrEqual(0)
  }
}

async function inspect(page: Page, { name, path }: Visit) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(path)
  await settled(page)
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, { colours: 'only' })
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReflow(page, name)
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  // Colours are those of the wide page; looking at them is most of the time.
  await expectNoViolations(page, { colours: 'without' })
  await look(page, name)
}

/** Everything that a script of the page could read. */
function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const caches = await globalThis.caches.keys()
    return JSON.stringify({
      cookie: document.cookie,
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      html: document.documentElement.outerHTML,
      databases,
      caches,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    })
  })
}

// Side by side: one after the other they would be waited for alone at the end.
test.describe.configure({ mode: 'parallel' })

const parts = [0, 1]
const partOf = (visits: readonly Visit[], part: number) =>
  visits.filter((_, i) => i % parts.length === part)

for (const part of parts) {
  test(`pages of every workspace, part ${part + 1}: nothing secret is kept, the session is out of reach`, async ({
    page,
    sandbox,
    member,
  }) => {
    test.setTimeout(minutesMs)
    const session = member.state.cookies.find(({ name }) => name === '__Host-sid')
    expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })
    for (const visit of partOf(fixed, part))
      await test.step(visit.name, async () => {
        await inspect(page, visit)
        const kept = await everythingKept(page)
        expect(secretsIn(kept, sandbox)).toEqual([])
        expect(kept).not.toContain(session?.value)
        expect(JSON.parse(kept)).toMatchObject({
          cookie: '',
          databases: [],
          caches: [],
          workers: 0,
        })
      })
  })

  test(`pages of records, part ${part + 1}`, async ({ page, client }) => {
    test.setTimeout(minutesMs)
    for (const visit of partOf(await pagesOfRecords(client), part))
      await test.step(visit.name, () => inspect(page, visit))
  })
}

strangerTest('pages without a session', async ({ page }) => {
  for (const name of ['sign-in', 'recover']) await inspect(page, { name, path: `/${name}` })
})

test('menus and dialogs', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/transfers')
  await settled(page)
  const layers = [
    { open: 'Account menu', role: 'menu' },
    { open: 'Columns', role: 'dialog' },
    { open: 'Add filter', role: 'dialog' },
    { open: 'Export', role: 'dialog' },
  ] as const
  for (const { open, role } of layers) {
    await page.getByRole('button', { name: open, exact: true }).click()
    await expect(page.getByRole(role)).toBeVisible()
    await expectNoViolations(page, { within: `[role=${role}]` })
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toBeHidden()
    await expect(page.getByRole('button', { name: open, exact: true })).toBeFocused()
  }
})

test('the live stream reports only that something changed', async ({ page, client, sandbox }) => {
  await page.goto('/')
  await settled(page)
  const received = page.evaluate(async () => {
    const answer = await fetch('/bff/events', { headers: { accept: 'text/event-stream' } })
    if (!answer.body) throw new Error('the stream has no body')
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    // Beats in between say nothing.
    while (!/^data: \{.*$/m.test(text)) text += (await reader.read()).value ?? ''
    await reader.cancel()
    return { type: answer.headers.get('content-type'), text }
  })
  const changing = setInterval(() => {
    void client.call(routes.entities.create, { body: aPerson('Live') }).catch(() => undefined)
  }, 500)
  const { type, text } = await received
  clearInterval(changing)
  expect(type).toContain('text/event-stream')
  const data = /^data: (\{.*)$/m.exec(text)?.[1] ?? ''
  expect(Object.keys(JSON.parse(data) as object).sort()).toEqual(['id', 'kind', 'version'])
  expect(secretsIn(text, sandbox)).toEqual([])
})
