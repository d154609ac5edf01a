// Lists: every view is a URL, and only what is on screen is drawn.
import { routes } from '@corridor/contract/routes'
import type { Locator, Page } from '@playwright/test'
import { aPerson, makeCustomer, unique } from '../support/customers.ts'
import { expectNoViolations } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'

const { entities, transfers, webhooks } = routes

const table = (page: Page, name: string) => page.getByRole('table', { name })
/** Rows under the head. */
const rows = (page: Page, name: string) =>
  table(page, name)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

test('transfers: tabs, filters and sort live in the URL over reload, back and forward', async ({
  page,
  client,
}) => {
  const all = await client.call(transfers.listOfPartner, {})
  const references = all.body.data.map(({ transactionId }) => transactionId)
  expect(references).toContain('KP-77120')

  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Transfers' })
    .click()
  await expect(page.getByRole('tab')).toHaveCount(4)
  for (const name of ['All', 'In progress', 'Needs attention', 'Completed'])
    await expect(page.getByRole('tab', { name, exact: true })).toBeVisible()
  await expect(table(page, 'Transfers')).toHaveAttribute(
    'aria-rowcount',
    String(all.body.summary.count + 1),
  )

  await page.getByRole('tab', { name: 'Completed' }).click()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await page.getByRole('textbox', { name: 'Text' }).fill('KP-7712')
  await page.keyboard.press('Enter')
  await expect(rows(page, 'Transfers')).toHaveCount(3)
  await page.getByRole('columnheader', { name: 'Amount in' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-amountIn/)
  await expect(rows(page, 'Transfers').first()).toContainText('1,350')
  const view = new URL(page.url())
  expect(Object.fromEntries(view.searchParams)).toEqual({
    view: 'completed',
    q: 'KP-7712',
    sort: '-amountIn',
  })

  const isAsLeft = async () => {
    await expect(page).toHaveURL(view.href)
    await expect(rows(page, 'Transfers')).toHaveCount(3)
    await expect(rows(page, 'Transfers').first()).toContainText('1,350')
    await expect(page.getByRole('tab', { name: 'Completed' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(page.getByRole('button', { name: 'Remove filter Text' })).toBeVisible()
  }
  await page.reload()
  await isAsLeft()
  await page.goBack()
  await expect(page).not.toHaveURL(/sort=/)
  await page.goForward()
  await isAsLeft()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await isAsLeft()
  await page.getByRole('button', { name: 'Remove filter Text' }).click()
  await expect(page).not.toHaveURL(/q=/)
})

test('transfers: a row is a link by its reference and opens beside the list @full', async ({
  page,
}) => {
  // Other journeys make transfers, too: it may be further down than what is drawn.
  await page.goto('/transfers?q=KP-77121')
  const row = table(page, 'Transfers').getByRole('link', { name: 'KP-77121' })
  await row.click()
  await expect(page).toHaveURL(/open=cexec-/)
  const pane = page.getByRole('complementary', { name: 'Transfer KP-77121' })
  await expect(pane).toContainText('1,350')
  await page.reload()
  await expect(pane).toContainText('1,350')
  await expect(pane.getByRole('button', { name: 'Replay events' })).toBeVisible()
  // The navigation gives its room to the list.
  const collapse = page.getByRole('button', { name: 'Collapse navigation' })
  const railWidth = () => page.locator('.rail').evaluate((rail) => rail.clientWidth)
  await expect(collapse).toBeHidden()
  expect(await railWidth()).toBeLessThan(60)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/transfers?q=KP-77121')
  await expect(collapse).toBeVisible()
  expect(await railWidth()).toBeGreaterThan(200)
})

/** The lines of the file behind a link of the page. */
async function linesOf(page: Page, link: Locator): Promise<string[]> {
  const download = page.waitForEvent('download')
  await link.click()
  const stream = await (await download).createReadStream()
  return Buffer.concat(await stream.toArray())
    .toString('utf8')
    .trim()
    .split('\r\n')
}

test('transfers: the export is what the list shows, in its zone, and stays in reach @full', async ({
  page,
}) => {
  await page.goto('/transfers?q=KP-7712&sort=amountIn')
  await expect(rows(page, 'Transfers')).toHaveCount(3)
  const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Export transfers' })
  await expect(dialog).toContainText(zone)
  await dialog.getByRole('radio', { name: /^All \(/ }).check({ force: true })
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Export 3 rows' }).click()
  const lines = await linesOf(page, dialog.getByRole('link', { name: 'Download file' }))
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain(`createdAt (${zone})`)
  const references = ['KP-77122', 'KP-77120', 'KP-77121']
  expect(lines.slice(1).map((line) => /KP-7712\d/.exec(line)?.[0])).toEqual(references)
  await page.keyboard.press('Escape')

  await page.goto('/wallets')
  await page.reload()
  const tray = page.getByRole('region', { name: 'Jobs' })
  // What other journeys of this member have exported may be there as well.
  const entry = tray.getByRole('listitem').filter({ hasText: '3 rows' })
  await expect(entry).toBeVisible()
  // The tray may be there before the page is.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoViolations(page)
  const again = await linesOf(page, entry.getByRole('link', { name: 'Download' }))
  expect(again).toEqual(lines)
  await entry.getByRole('button', { name: /^Put Export/ }).click()
  await expect(entry).toBeHidden()
})

test('transfers: picked rows get a note, and are exported alone @full', async ({ page }) => {
  await page.goto('/transfers?q=KP-7712')
  await page.getByRole('checkbox', { name: 'Select KP-77120' }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Select KP-77122' }).check({ force: true })
  await page.getByRole('button', { name: 'Export selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export transfers' })
  await dialog.getByRole('button', { name: 'Export 2 rows' }).click()
  const lines = await linesOf(page, dialog.getByRole('link', { name: 'Download file' }))
  expect(
    lines
      .slice(1)
      .map((line) => /KP-7712\d/.exec(line)?.[0] ?? '')
      .toSorted((first, other) => first.localeCompare(other)),
  ).toEqual(['KP-77120', 'KP-77122'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add note' }).click()
  const noting = page.getByRole('dialog', { name: 'Add note' })
  await noting.getByRole('textbox', { name: 'Note' }).fill('Asked the bank for the receipt')
  await noting.getByRole('button', { name: 'Add note' }).click()
  // The message of the toast is read out as well.
  await expect(page.getByText('Note added to 2 transfers').first()).toBeVisible()
})

test('accounts: of many that are to be disabled, those that cannot be are named @full', async ({
  page,
}) => {
  await page.goto('/accounts')
  const boxes = rows(page, 'External accounts').getByRole('checkbox')
  await boxes.nth(0).check({ force: true })
  await boxes.nth(1).check({ force: true })
  await page.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable accounts' })
  await expect(dialog.getByRole('region', { name: 'For these' })).toContainText('2 accounts')
  await expect(dialog.getByRole('button', { name: 'Disable 2' })).toBeEnabled()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('an unknown status can be asked for and harms nothing @full', async ({ page }) => {
  await page.goto('/transfers?status=TELEPORTING')
  await expect(page.getByRole('heading', { name: 'Transfers', level: 1 })).toBeVisible()
  await expect(page.getByText('TELEPORTING').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Status' }).click()
  await expect(
    table(page, 'Transfers').getByRole('rowgroup').getByRole('link').first(),
  ).toBeVisible()
})

test('entities: filter by country and text, and find one again by its address @full', async ({
  page,
  client,
}) => {
  const person = aPerson('Zainab')
  await client.call(entities.create, { body: person })
  await page.goto(`/entities?q=${person.lastName.split(' ')[1]}`)
  await expect(rows(page, 'Entities')).toHaveCount(1)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Country', exact: true }).click()
  await page.getByRole('button', { name: 'Norway', exact: true }).click()
  await expect(page.getByText('Nothing matches 2 filters')).toBeVisible()
  await page.goBack()
  await table(page, 'Entities').getByRole('link', { name: 'Zainab' }).click()
  await expect(
    page.getByRole('heading', { name: `Zainab ${person.lastName}`, level: 1 }),
  ).toBeVisible()
})

test('webhook events: hundreds of rows, of which only those on screen exist @full', async ({
  page,
  client,
}) => {
  const count = async () =>
    (await client.call(webhooks.events, { query: { limit: 200 } })).body.data.length
  while ((await count()) < 150)
    for (let made = 0; made < 20; made += 1)
      await client.call(entities.create, { body: aPerson('Ola'), idempotencyKey: unique() })

  await page.goto('/webhooks/events')
  const events = table(page, 'Events')
  await expect(rows(page, 'Events').first()).toBeVisible()
  const first = (await client.call(webhooks.events, { query: { limit: 1 } })).body.data[0]
  await expect(rows(page, 'Events').first()).toContainText(String(first?.sequence))
  expect(await rows(page, 'Events').count()).toBeLessThan(60)

  // A reload comes back to the rows that were on screen.
  const scroller = page.locator('.list-body')
  const top = () => scroller.evaluate((node) => node.scrollTop)
  await scroller.evaluate((node) => node.scrollTo({ top: 1200 }))
  await expect.poll(top).toBe(1200)
  await page.reload()
  await expect(rows(page, 'Events').first()).toBeVisible()
  await expect.poll(top).toBe(1200)

  // The oldest event is reached by scrolling, page after page.
  const oldest = rows(page, 'Events').filter({
    has: page.getByRole('cell', { name: '1', exact: true }),
  })
  await events.hover()
  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    await expect(oldest).toBeVisible({ timeout: 300 })
  }).toPass({ timeout: 15_000 })
  expect(await rows(page, 'Events').count()).toBeLessThan(60)

  await page.getByRole('button', { name: 'Paged view' }).click()
  await expect(rows(page, 'Events')).toHaveCount(50)
  await page.getByRole('button', { name: 'Endless view' }).click()
})

test('lists that stand within a page are exported as they show @full', async ({
  page,
  client,
  sandbox,
}) => {
  const { entityId } = await makeCustomer(client, sandbox, { amount: 12 })
  const visits = [
    {
      path: `/wallets/${entityId}/transactions`,
      name: 'transactions',
      filters: 'None',
      columns: 10,
    },
    {
      path: '/webhooks/deliveries?status=DELIVERED',
      name: 'deliveries',
      filters: 'State Delivered',
      columns: 8,
    },
    { path: '/approvals', name: 'approvals', filters: 'Waiting', columns: 12 },
  ]
  for (const { path, name, filters, columns } of visits) {
    await page.goto(path)
    const button = page.getByRole('button', { name: 'Export', exact: true })
    await expect(button).toBeVisible()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: `Export ${name}` })
    await expect(dialog).toContainText(filters)
    await expect(dialog.getByRole('radio', { name: `As in the list (${columns})` })).toBeChecked()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
  }
})

test('columns: choice and order are kept, and the first stays while the list scrolls sideways @full', async ({
  page,
}) => {
  // Wide enough for both amounts, too narrow for all columns.
  await page.setViewportSize({ width: 1040, height: 720 })
  await page.goto('/transfers')
  const head = (name: string) => table(page, 'Transfers').getByRole('columnheader', { name })
  const leftOf = async (name: string) => (await head(name).boundingBox())?.x ?? 0
  const columns = async (press: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await press()
    await page.keyboard.press('Escape')
  }
  await columns(async () => {
    for (const box of await page
      .getByRole('dialog', { name: 'Columns' })
      .getByRole('checkbox')
      .all())
      await box.check({ force: true })
    await page.getByRole('button', { name: 'Move Status right' }).click()
  })
  await page.reload()
  // The first of all is that of the boxes.
  const shown = table(page, 'Transfers').getByRole('columnheader')
  await expect(shown.nth(1)).toHaveText('Amount in')
  const [first, other] = [await leftOf('Amount in'), await leftOf('Amount out')]
  await rows(page, 'Transfers').first().hover()
  await page.mouse.wheel(300, 0)
  await expect.poll(() => leftOf('Amount out')).toBeLessThan(other)
  // The row's own padding goes, the column stays.
  expect(first - (await leftOf('Amount in'))).toBeLessThanOrEqual(16)
  await expectNoViolations(page)
  await rows(page, 'Transfers').first().click()
  await expect(page).toHaveURL(/open=|transfers\/c?exec/)

  await page.goto('/transfers')
  await columns(() => page.getByRole('button', { name: 'Reset columns' }).click())
  await expect(head('Status')).toBeVisible()
})
