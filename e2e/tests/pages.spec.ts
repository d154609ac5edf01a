// Pages of the console: axe in both themes, nothing wider than a phone, nothing secret kept. The
// long run walks through all of them, the ordinary one through a few (support/tiers.ts).
import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { aPerson } from '../support/customers.ts'
import { expect, look, strangerTest, test } from '../support/journey.ts'
import { makeDrawing, quoteFrame } from '../support/liquidity.ts'
import { secretsIn } from '../support/secrets.ts'
import { isFull, sampled } from '../support/tiers.ts'

const { accounts, payinRoutes, transfers, wallets, webhooks } = routes

/** Its name begins with the folder of its sources; its address may need the id of a record. */
type Visit = { name: string; path: string | ((records: Records) => string) }

/** Addresses that exist in every workspace. */
const fixed: Visit[] = [
  { name: 'overview', path: '/' },
  { name: 'transfers', path: '/transfers' },
  { name: 'transfers new', path: '/transfers/new' },
  { name: 'entities', path: '/entities' },
  { name: 'entities new', path: '/entities/new' },
  { name: 'kyc queue', path: '/entities/queue' },
  { name: 'wallets', path: '/wallets' },
  { name: 'partners payments', path: '/payments' },
  { name: 'accounts', path: '/accounts/external' },
  { name: 'accounts funding', path: '/accounts/funding' },
  { name: 'accounts new', path: '/accounts/new' },
  { name: 'accounts funding new', path: '/accounts/funding/new' },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'webhooks verifier', path: '/webhooks/verifier' },
  { name: 'webhooks events', path: '/webhooks/events' },
  { name: 'payin-routes', path: '/routes' },
  { name: 'payin-routes held', path: '/routes/held' },
  { name: 'payin-routes waiting', path: '/routes/waiting' },
  { name: 'payin-routes files', path: '/routes/files' },
  { name: 'liquidity', path: '/liquidity' },
  { name: 'liquidity new reserve', path: '/liquidity/reserves/new' },
  { name: 'liquidity quotes', path: '/liquidity/quotes' },
  { name: 'liquidity drawings', path: '/liquidity/replenish' },
  { name: 'liquidity draw', path: '/liquidity/drawings/new' },
  { name: 'liquidity payments', path: '/liquidity/payments' },
  { name: 'liquidity limits', path: '/liquidity/limits' },
  { name: 'balances', path: '/balances' },
  { name: 'access team', path: '/team' },
  { name: 'access roles', path: '/team/roles' },
  { name: 'audit', path: '/audit' },
  { name: 'approvals', path: '/approvals' },
  { name: 'approvals policy', path: '/approvals/policy' },
  { name: 'inbox', path: '/inbox' },
  { name: 'settings', path: '/settings' },
  { name: 'settings preferences', path: '/settings/preferences' },
  { name: 'settings notifications', path: '/settings/notifications' },
  { name: 'settings workspace', path: '/settings/workspace' },
  { name: 'settings data', path: '/settings/data' },
  { name: 'developers', path: '/developers' },
  { name: 'developers guides', path: '/developers/guides' },
  { name: 'developers events', path: '/developers/events' },
  { name: 'developers deprecations', path: '/developers/deprecations' },
  { name: 'developers keys', path: '/developers/keys' },
  { name: 'developers requests', path: '/developers/requests' },
  { name: 'overview not found', path: '/no/such/page' },
  { name: 'transfers filtered', path: '/transfers?status=COMPLETED&q=KP&sort=-amountIn' },
  { name: 'transfers nothing', path: '/transfers?q=nothing-like-this' },
]

type Records = {
  executionId: string
  heldExecutionId: string
  entityId: string
  accountId: string
  fundingAccountId: string
  teleportId: string
  depositId: string
  frameId: string
  ltxId: string
  walletId: string
  event: { eventId: string; createdAt: string }
}

/** A transfer with its sender's records, its newest event, and a drawing: made once for all pages. */
async function makeRecords(client: Client): Promise<Records> {
  const [transfer] = (await client.call(transfers.list, { query: { q: 'KP-77121' } })).body.data
  const [held] = (await client.call(transfers.list, { query: { status: 'IN_REVIEW' } })).body.data
  const [event] = (await client.call(webhooks.events, { query: { limit: 1 } })).body.data
  const [funding] = (await client.call(accounts.listFunding, { query: { limit: 1 } })).body.data
  if (!transfer || !held || !event || !funding) throw new Error('The sandbox was not seeded.')
  const { entityId, accountId } = transfer.from
  const waiting = await client.call(payinRoutes.listDeposits, { query: { status: 'HELD' } })
  const deposit = waiting.body.data.data.find(({ teleportId }) => teleportId !== '')
  if (!deposit) throw new Error('The sandbox has no held deposit of a route.')
  const { data: owned } = (await client.call(wallets.list, { query: { limit: 200 } })).body
  const wallet = owned.find((customer) => customer.entityId === entityId)
  if (!wallet) throw new Error('The sender has no wallet.')
  return {
    executionId: transfer.executionId,
    heldExecutionId: held.executionId,
    entityId,
    accountId,
    fundingAccountId: funding.fundingAccountId,
    teleportId: deposit.teleportId,
    depositId: deposit.depositId,
    frameId: await quoteFrame(client),
    ltxId: (await makeDrawing(client, 100)).ltxId,
    walletId: wallet.walletId,
    event,
  }
}

let made: Promise<Records> | undefined

const tabs = (name: string, base: (records: Records) => string, keys: string[]): Visit[] =>
  keys.map((key) => ({
    name: key ? `${name} ${key}` : name,
    path: (records) => (key ? `${base(records)}/${key}` : base(records)),
  }))

const ofRecords: Visit[] = [
  ...tabs('transfers one', ({ executionId }) => `/transfers/${executionId}`, [
    '',
    'ledger',
    'events',
    'json',
    'receipt',
  ]),
  { name: 'transfers one by bank', path: ({ heldExecutionId }) => `/transfers/${heldExecutionId}` },
  { name: 'transfers pane', path: ({ executionId }) => `/transfers?open=${executionId}` },
  ...tabs('entities one', ({ entityId }) => `/entities/${entityId}`, [
    '',
    'kyc',
    'accounts',
    'wallets',
    'transfers',
    'routes',
    'activity',
  ]),
  { name: 'accounts external', path: ({ accountId }) => `/accounts/external/${accountId}` },
  {
    name: 'accounts funding one',
    path: ({ fundingAccountId }) => `/accounts/funding/${fundingAccountId}`,
  },
  {
    name: 'payin-routes one',
    path: ({ teleportId, depositId }) => `/routes/${teleportId}?open=${depositId}`,
  },
  ...tabs('payin-routes one', ({ teleportId }) => `/routes/${teleportId}`, [
    'changes',
    'deposits',
    'sheet',
  ]),
  {
    name: 'payin-routes one days',
    path: ({ teleportId }) => `/routes/${teleportId}/deposits?as=table&days=7`,
  },
  { name: 'payin-routes deposit', path: ({ depositId }) => `/routes/deposits/${depositId}` },
  ...tabs('liquidity frame', ({ frameId }) => `/liquidity/reserves/${frameId}`, [
    '',
    'events',
    'json',
  ]),
  { name: 'liquidity frames', path: () => '/liquidity?zoom=24h' },
  { name: 'liquidity drawings open', path: () => '/liquidity/replenish' },
  ...tabs('liquidity drawing', ({ ltxId }) => `/liquidity/drawings/${ltxId}`, [
    '',
    'quotes',
    'replenishments',
    'events',
  ]),
  ...tabs('wallets one', ({ entityId }) => `/wallets/${entityId}`, [
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
    name: 'wallets policy editor',
    path: ({ entityId, walletId }) => `/wallets/${entityId}/policies?edit=${walletId}`,
  },
  {
    name: 'webhooks event',
    path: ({ event: { eventId, createdAt } }) =>
      `/webhooks/events/${eventId}?at=${encodeURIComponent(createdAt)}`,
  },
]

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

async function inspect(page: Page, name: string, path: string) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(path)
  await settled(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { colours: 'only' })
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReflow(page, name)
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  // Colours are those of the wide page; looking at them is most of the time.
  await expectAccessible(page, { colours: 'without' })
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

// In any worker: in one they would be waited for alone at the end.
test.describe.configure({ mode: 'parallel' })

for (const { name, path } of isFull ? [...fixed, ...ofRecords] : sampled([...fixed, ...ofRecords]))
  test(`page ${name}`, async ({ page, sandbox, member, client }) => {
    if (typeof path !== 'string')
      return inspect(page, name, path(await (made ??= makeRecords(client))))
    const session = member.state.cookies.find((cookie) => cookie.name === '__Host-sid')
    expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })
    await inspect(page, name, path)
    const kept = await everythingKept(page)
    expect(secretsIn(kept, sandbox)).toEqual([])
    expect(kept).not.toContain(session?.value)
    expect(JSON.parse(kept)).toMatchObject({ cookie: '', databases: [], caches: [], workers: 0 })
  })

strangerTest('pages without a session @full', async ({ page }) => {
  for (const name of ['sign-in', 'recover']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await inspect(page, name, `/${name}`)
  }
})

test('menus and dialogs @full', async ({ page }) => {
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
    await expectAccessible(page, { within: `[role=${role}]` })
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
