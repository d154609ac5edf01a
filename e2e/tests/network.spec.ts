// The network goes and comes back while a person is at work: the page says so, keeps what it has, and goes on.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { aPerson } from '../support/customers.ts'
import { fillEntity } from '../support/entity-form.ts'
import { expect, test } from '../support/journey.ts'

const { transfers } = routes

const live = (page: Page) => page.getByTitle('Live updates')
const stale = (page: Page) => page.getByText(/^Shown as of \d\d:\d\d:\d\d\./)

/** The browser itself logs each request that could not be sent. */
const unsent = /ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/

test.afterEach(async ({ context, problems }) => {
  await context.setOffline(false)
  problems.splice(0, problems.length, ...problems.filter((problem) => !unsent.test(problem)))
})

test('without a network the list stays with its age, and goes on by itself @full', async ({
  page,
  context,
}) => {
  await page.goto('/transfers')
  await expect(live(page)).toHaveText('Connected')
  const rows = page.getByRole('table', { name: 'Transfers' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()

  await context.setOffline(true)
  await expect(live(page)).toHaveText(/^Offline · shown as of \d\d:\d\d:\d\d$/)
  await expect(stale(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry now' })).toBeVisible()
  await expect(rows.nth(1)).toBeVisible()
  await expectNoViolations(page)

  await context.setOffline(false)
  await expect(live(page)).toHaveText('Connected')
  await expect(stale(page)).toBeHidden()
})

test('a page that cannot be loaded says so, keeps the one before, and opens when the network is back @full', async ({
  page,
  context,
}) => {
  await page.goto('/entities/new')
  await page.getByLabel('First name').fill('Lena')
  await expect(live(page)).toHaveText('Connected')
  await context.setOffline(true)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Developers' })
    .click()
  await expect(page.getByText('The page is still loading.')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Lena')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Developers', level: 1 })).toBeVisible()
})

test('what could not be sent stays in the form, and is sent once @full', async ({
  page,
  context,
}) => {
  const person = aPerson()
  await page.goto('/entities/new')
  await fillEntity(page, person)
  await expect(live(page)).toHaveText('Connected')
  await context.setOffline(true)
  const create = page.getByRole('button', { name: 'Create entity' })
  await create.click()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible()
  await context.setOffline(false)
  await expect(live(page)).toHaveText('Connected')
  await create.click()
  await expect(page).toHaveURL(/\/entities\/ent_/)
})

test('a service that does not answer: the cause, the wait, and the way on @full', async ({
  page,
}) => {
  await page.goto('/transfers')
  await expect(live(page)).toHaveText('Connected')
  await page.route('**/bff/api/**', (route) => route.abort('connectionrefused'))
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Webhooks' })
    .click()
  await expect(page.getByText('The service could not be reached.').first()).toBeVisible()
  await expect(page.getByText(/Retrying in \d+ s\./).first()).toBeVisible()
  await page.unroute('**/bff/api/**')
  await page.getByRole('button', { name: 'Retry now' }).first().click()
  await expect(page.getByText('The service could not be reached.')).toBeHidden()
})

test('a record that is not there leads to its list @full', async ({ page }) => {
  await page.goto('/transfers/cexec-00000000-0000-4000-8000-000000000000')
  await page.getByRole('link', { name: 'Go to the list' }).click()
  await expect(page).toHaveURL('/transfers')
})

test('a phone shows time, zone and connection, and opens a linked record as its page @full', async ({
  page,
  context,
  client,
}) => {
  const [made] = (await client.call(transfers.list, { query: { limit: 1 } })).body.data
  const bar = page.getByRole('banner')
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/transfers')
    await expect(live(page)).toHaveText('Connected')
    await expect(bar.getByRole('button', { name: /^\d\d:\d\d UTC$/ })).toBeVisible()
    expect(await overflow()).toBe(0)
    await context.setOffline(true)
    await expect(live(page)).toHaveText(/^Offline/)
    await expect(live(page).getByText(/^Offline/)).toBeVisible()
    expect(await overflow()).toBe(0)
    await context.setOffline(false)
  }
  await page.goto(`/transfers?open=${made?.executionId}`)
  await expect(page).toHaveURL(`/transfers/${made?.executionId}`)
})
