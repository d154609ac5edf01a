// Search, the palette and the keys: anything is found by what one has in hand, without the mouse.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/journey.ts'
import { expectNoViolations } from '../../support/axe.ts'

const { entities, payinRoutes, transfers } = routes

const box = (page: Page) => page.getByRole('combobox', { name: 'Search' })
const results = (page: Page) => page.getByRole('listbox', { name: 'Search' })

/** The palette on a page whose keys are answered. */
async function openPalette(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(box(page)).toBeFocused()
}

test('one Enter leads from the end of a hash, an amount or a payer to the transfer @full', async ({
  page,
  client,
}) => {
  const { body } = await client.call(transfers.listOfPartner, { query: { status: 'COMPLETED' } })
  const hashed = body.data.find(({ transactionHash }) => transactionHash !== '')
  const byHash = hashed?.transactionHash.slice(-6) ?? ''
  await openPalette(page)
  await box(page).fill(byHash)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/transfers/${hashed?.executionId}`)

  const amounts = body.data.map(({ from }) => from.amount)
  const sums = [...amounts, ...body.data.map(({ to }) => to.amount)]
  const rare = body.data.find(({ from }) => sums.filter((sum) => sum === from.amount).length === 1)
  const amount = rare?.from.amount ?? 0
  await openPalette(page, '/transfers')
  await box(page).fill(`${amount.toLocaleString('en-US')} ${rare?.from.currency}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/transfers/${rare?.executionId}`)

  const deposits = await client.call(payinRoutes.listDeposits, { query: { limit: '200' } })
  const carried = deposits.body.data.data.find(
    ({ sender, executionId }) => sender.name !== '' && executionId !== '',
  )
  const payer = carried?.sender.name ?? ''
  await openPalette(page, '/entities')
  await box(page).fill(`${payer.split(' ')[0]}`.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/^[^?]*\/transfers\/c?exec[_-]/)
  await expect(page.getByRole('main')).toContainText(payer)
})

test('the palette by keyboard: pages, commands, people, and an id without asking @full', async ({
  page,
  client,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.type('pay-in')
  await expect(results(page).getByRole('option', { selected: true })).toContainText('Pay-in routes')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/routes')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('> new ent')
  await expect(results(page).getByRole('option')).toHaveText(['New entity'])
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()

  // Where no list is, the key for finding opens it too, and Esc gives the focus back.
  await page.goto('/developers')
  await page.getByRole('link', { name: 'Webhooks' }).focus()
  await page.keyboard.press('/')
  const customers = await client.call(entities.list, { query: { limit: '200' } })
  const business = customers.body.data.find(({ businessName }) => businessName)?.businessName ?? ''
  await page.keyboard.type(`@${business.toLowerCase()}`)
  await expect(results(page).getByRole('option').first()).toContainText(business)
  await expect(results(page).getByRole('group', { name: 'Transfers' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Webhooks' })).toBeFocused()

  // An id says itself which page it has: nothing is asked for on the way.
  const { body } = await client.call(transfers.listOfPartner, { query: { limit: '1' } })
  const id = body.data[0]?.executionId ?? ''
  let asked = 0
  page.on('request', (request) => {
    // What was typed before may still be asked for.
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('utility/search') && search.includes(id)) asked += 1
  })
  await page.keyboard.press('Control+k')
  await box(page).fill(id)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/transfers/${id}`)
  expect(asked).toBe(0)
  await page.keyboard.press('Control+k')
  await box(page).fill('nobody has this name')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
})

test('`/` on a list: what is typed filters it, and a second time changes the filter @full', async ({
  page,
}) => {
  await page.goto('/transfers')
  await expect(
    page.getByRole('table', { name: 'Transfers' }).getByRole('link').first(),
  ).toBeVisible()
  await page.keyboard.press('/')
  const field = page.getByRole('textbox', { name: 'Text' })
  await expect(field).toBeFocused()
  await page.keyboard.type('KP-7712')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/transfers?q=KP-7712')
  await expect(field).toBeHidden()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('KP-7712')
  await page.keyboard.type('KP-77121')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/transfers?q=KP-77121')
})

test('rows by keys: mark, open, copy, next, and the actions of a row @full', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/transfers?q=KP-7712')
  const rows = page.getByRole('table', { name: 'Transfers' }).getByRole('link', { name: /KP-7712/ })
  await expect(rows).toHaveCount(3)
  const ids = await rows.evaluateAll((links) => links.map((link) => link.dataset['id'] ?? ''))
  const names = await rows.allInnerTexts()
  const pane = (index: number) =>
    page.getByRole('complementary', { name: `Transfer ${names[index]?.trim()}` })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())

  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()

  await rows.nth(1).focus()
  await page.keyboard.press('c')
  await expect.poll(copied).toBe(ids[1])
  await page.keyboard.press('Shift+C')
  await expect.poll(copied).toBe(new URL(`/transfers/${ids[1]}`, page.url()).href)
  await page.keyboard.press('.')
  const actions = page.getByRole('listbox', { name: 'Row actions' })
  await expect(actions.getByRole('option').first()).toHaveText('Open full page')
  await page.keyboard.press('Escape')
  await expect(rows.nth(1)).toBeFocused()

  await page.keyboard.press('o')
  await expect(page).toHaveURL(new RegExp(`open=${ids[1]}`))
  await expect(pane(1)).toBeVisible()
  await page.keyboard.press(']')
  await expect(pane(2)).toBeVisible()
  await page.keyboard.press('[')
  await expect(pane(1)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`open=${ids[1]}`))
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/transfers?q=KP-7712')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('Shift+Enter')
  await expect(page).toHaveURL(`/transfers/${ids[1]}`)
  // Without a record beside a list the same key folds the navigation.
  await page.keyboard.press('[')
  await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible()
  await page.keyboard.press('[')
  await expect(page.getByRole('button', { name: 'Collapse navigation' })).toBeVisible()
})

test('the sheet lists every key; keys can be switched off, and then only the palette’s is left @full', async ({
  page,
}) => {
  await page.goto('/transfers')
  await expect(page.getByRole('heading', { name: 'Transfers', level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const label of ['Export this view', 'Select up to the row', 'Next record', 'Approvals'])
    await expect(sheet.getByText(label, { exact: true })).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/transfers\/new/)
  await page.goto('/transfers')
  await expect(page.getByRole('heading', { name: 'Transfers', level: 1 })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog').getByRole('heading', { name: /Export/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/team')
  await expect(page.getByRole('button', { name: 'Invite' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: /Invite/ })).toBeVisible()
  await page.goto('/transfers')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('single-key')
  await expect(results(page).getByRole('option')).toHaveText(['Turn single-key shortcuts off'])
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeHidden()
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/transfers')
  await page.keyboard.type('single-key')
  await expect(results(page).getByRole('option')).toHaveText(['Turn single-key shortcuts on'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('?')
  await expect(sheet).toBeVisible()
})
