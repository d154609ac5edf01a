// What is the person's own: how times read, what they are notified of and how, and views of lists.
import { readFileSync } from 'node:fs'
import { createClient } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectNoViolations } from '../support/axe.ts'
import { makeBanked, payByBank } from '../support/bank-transfers.ts'
import { unique } from '../support/customers.ts'
import { expect, look, strangerTest as test } from '../support/journey.ts'
import { enrol } from '../support/members.ts'
import { sharedAdmin, sharedBaseUrl } from '../support/stack.ts'

const { entities, sandbox: controls } = routes

type Team = { svcPartnerId: string; client: ReturnType<typeof createClient> }

/** A workspace of its own: nobody else's notices and views come between. */
async function makeTeam(): Promise<Team> {
  const baseUrl = sharedBaseUrl()
  const name = `Settings ${unique()}`
  const made = (await sharedAdmin(['partner', 'create', '--name', name])) as {
    svcPartnerId: string
  }
  const { svcPartnerId } = made
  const key = (await sharedAdmin([
    'api-key',
    'issue',
    '--partner',
    svcPartnerId,
    '--scopes',
    'all',
  ])) as { apiToken: string }
  return { svcPartnerId, client: createClient({ baseUrl, apiToken: key.apiToken, attemptsMax: 3 }) }
}

/** Somebody who joins it in this page, with an address for notices. */
async function join(page: Page, { svcPartnerId }: Team, name: string, email: string) {
  const made = (await sharedAdmin([
    'enrolment-link',
    'create',
    '--partner',
    svcPartnerId,
    '--email',
    email,
  ])) as { enrolmentUrl: string }
  await enrol(page, made.enrolmentUrl, name)
}

/** A bank transfer whose payout fails. */
async function failOne({ client }: Team): Promise<string> {
  const payer = await makeBanked(client)
  const payee = await makeBanked(client, { holder: 'FAIL BENEFICIARY_ACCOUNT_CLOSED' })
  const from = { entityId: payer.entityId, accountId: payer.german }
  return payByBank(client, from, { entityId: payee.entityId, accountId: payee.german }, 125)
}

test('what went wrong is shown on the page and by mail, as the person chose, and leads to it @full', async ({
  page,
  browser,
}) => {
  const team = await makeTeam()
  const [email, other] = [`nadia-${unique()}@example.com`, `otto-${unique()}@example.com`]
  await addAuthenticator(page)
  await join(page, team, 'Nadia Novak', email)
  const colleague = await browser.newPage({ baseURL: sharedBaseUrl() })
  await addAuthenticator(colleague)
  await join(colleague, team, 'Otto Otten', other)

  // The colleague wants no mail about failures.
  await colleague.goto('/settings/notifications')
  const choice = colleague.getByRole('checkbox', { name: 'Failed transfers by e-mail' })
  await expect(choice).toBeChecked()
  await choice.uncheck()
  await expect(colleague.getByRole('checkbox', { name: 'Security by e-mail' })).toBeDisabled()
  await colleague.reload()
  await expect(choice).not.toBeChecked()
  await colleague.close()

  await page.goto('/inbox')
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible()
  const executionId = await failOne(team)
  // It appears without a reload.
  const line = page.getByRole('link', { name: /A transfer of .* could not be delivered/ })
  await expect(line).toBeVisible({ timeout: 20_000 })
  await expectNoViolations(page)
  await look(page, 'inbox')
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ })
  await expect(entry).toContainText('unread')
  await line.click()
  await expect(page).toHaveURL(`/transfers/${executionId}`)
  await page.goto('/inbox?view=unread')
  await expect(page.getByRole('tab', { name: 'Unread' })).toBeVisible()
  await expect(line).toHaveCount(0)

  const mailsTo = async (to: string) => {
    const { data } = (await team.client.call(controls.outbox, { query: { to } })).body
    return data.filter(({ subject }) => subject === 'A transfer could not be delivered')
  }
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  expect(await mailsTo(other)).toEqual([])
  // The mail's link leads to the record.
  const [mail] = await mailsTo(email)
  const link = /\/inbox\?open=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await expect(page).toHaveURL(`/transfers/${executionId}`)
})

test('a zone of one’s own holds for lists, in every tab, and after a reload @full', async ({
  page,
}) => {
  const team = await makeTeam()
  await addAuthenticator(page)
  await join(page, team, 'Zoe Zoneman', `zoe-${unique()}@example.com`)
  const { entityId } = await makeBanked(team.client)
  const { createdAt } = (await team.client.call(entities.read, { params: { entityId } })).body.data
  const shown = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(createdAt))
  const tab = await page.context().newPage()
  await tab.goto('/entities')
  const row = tab.getByRole('row').filter({ hasText: 'Greta' })
  await expect(row).toBeVisible()

  await page.goto('/settings/preferences')
  const zone = page.getByRole('combobox', { name: 'Your time zone' })
  await zone.fill('Tokyo')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await page.getByText('1’234’567.50').click()
  await expect(page.getByText('1’234’567.50 EUR')).toBeVisible()
  await page.getByText('Dark', { exact: true }).click()
  await expectNoViolations(page)

  await expect(row).toContainText(shown('Asia/Tokyo'))
  await expect(tab.locator('html')).toHaveAttribute('data-theme', 'dark')
  await tab.reload()
  await expect(row).toContainText(shown('Asia/Tokyo'))
  await tab.close()
})

test('what is chosen before the session has been read is kept with what the account had @full', async ({
  page,
  browser,
}) => {
  const team = await makeTeam()
  await addAuthenticator(page)
  await join(page, team, 'Erna Early', `erna-${unique()}@example.com`)
  const saved = (on: Page) =>
    on.waitForResponse(
      (response) =>
        response.url().endsWith('/bff/preferences') && response.request().method() === 'PUT',
    )
  await page.goto('/settings/preferences')
  const chosen = saved(page)
  await page.getByText('Dark', { exact: true }).click()
  await chosen

  const { cookies } = await page.context().storageState()
  const other = await browser.newContext({
    baseURL: sharedBaseUrl(),
    // The session alone: this device has never been asked.
    storageState: { cookies, origins: [] },
  })
  const tab = await other.newPage()
  const held = Promise.withResolvers<void>()
  await tab.route('**/bff/session', async (route) => {
    await held.promise
    await route.continue()
  })
  await tab.goto('/entities')
  await tab.getByRole('button', { name: 'Collapse navigation' }).click()
  const kept = saved(tab)
  held.resolve()
  await kept
  await expect(tab.locator('html')).toHaveAttribute('data-theme', 'dark')
  await other.close()

  await page.goto('/entities')
  await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

/** What a text is in another language. */
function translation(language: string, text: string, file = 'common'): string {
  const path = new URL(`../../apps/web/messages/${language}/${file}.json`, import.meta.url)
  const found = (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>)[text]
  if (found === undefined) throw new Error(`${language} has nothing for "${text}"`)
  return found
}

test('the dashboard is in the language that a person chose, on their other devices too @full', async ({
  page,
  browser,
}) => {
  const team = await makeTeam()
  await addAuthenticator(page)
  await join(page, team, 'Lara Lang', `lara-${unique()}@example.com`)
  await page.goto('/settings/preferences')
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/bff/preferences') && response.request().method() === 'PUT',
  )
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const chosen = page.getByRole('combobox', { name: translation('de', 'Language') })
  await expect(chosen).toHaveValue('de')
  await expect(page.getByText('Save', { exact: true })).toHaveCount(0)
  await expectNoViolations(page)
  await look(page, 'settings-german')
  await saved
  // A link leads to the same page in the same language.
  await page.goto('/transfers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(translation('de', 'Transfers'))
  await expect(page.getByRole('status').first()).toBeVisible()

  const state = await page.context().storageState()
  const other = await browser.newContext({
    baseURL: sharedBaseUrl(),
    locale: 'es-ES',
    // The session alone: this device has never been asked.
    storageState: {
      cookies: state.cookies.filter(({ name }) => name !== 'corridor_language'),
      origins: [],
    },
  })
  const tab = await other.newPage()
  await tab.goto('/sign-in')
  await expect(tab.locator('html')).toHaveAttribute('lang', 'es')
  await tab.goto('/settings/preferences')
  await expect(tab.locator('html')).toHaveAttribute('lang', 'de')
  await tab.getByRole('combobox', { name: translation('de', 'Language') }).selectOption('browser')
  await expect(tab.locator('html')).toHaveAttribute('lang', 'es')
  await other.close()
})

test('a view is saved, shared, seen by a colleague, and opens the list where they want it @full', async ({
  page,
  browser,
}) => {
  const team = await makeTeam()
  await addAuthenticator(page)
  await join(page, team, 'Vera Views', `vera-${unique()}@example.com`)
  await makeBanked(team.client)
  await page.goto('/entities?type=individual')
  const button = page.getByRole('button', { name: 'Views', exact: true })
  await button.click()
  const layer = page.getByRole('dialog', { name: 'Saved views' })
  await layer.getByRole('textbox', { name: 'Save this view as' }).fill('People only')
  await layer.getByRole('checkbox', { name: 'Share with the team' }).check()
  await layer.getByRole('button', { name: 'Save view' }).click()
  await expect(page).toHaveURL(/saved=/)
  await expect(layer.getByRole('link', { name: 'People only' })).toBeVisible()
  await expectNoViolations(page, { within: '[role=dialog]' })
  await look(page, 'saved-views')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'People only' })).toBeVisible()

  // Another filter changes what is shown, and the view takes it over.
  const url = new URL(page.url())
  url.searchParams.set('type', 'business')
  await page.goto(url.href)
  await page.getByRole('button', { name: /People only · changed/ }).click()
  await layer.getByRole('button', { name: 'Save changes' }).click()
  await expect(layer.getByRole('button', { name: 'Save changes' })).toHaveCount(0)

  const colleague = await browser.newPage({ baseURL: sharedBaseUrl() })
  await addAuthenticator(colleague)
  await join(colleague, team, 'Cleo Colleague', `cleo-${unique()}@example.com`)
  await colleague.goto('/entities')
  await colleague.getByRole('button', { name: 'Views', exact: true }).click()
  const theirs = colleague.getByRole('dialog', { name: 'Saved views' })
  await expect(theirs).toContainText('By Vera Views')
  await theirs.getByRole('link', { name: 'People only' }).click()
  await expect(colleague).toHaveURL(/type=business/)
  await theirs.getByRole('checkbox', { name: 'Open this list with this view' }).click()
  await expect(theirs).toContainText('Default')
  await colleague.goto('/entities')
  await expect(colleague).toHaveURL(/type=business&saved=/)

  // From anywhere by its name.
  await colleague.goto('/webhooks')
  await colleague.getByRole('button', { name: 'Search' }).click()
  await colleague.getByRole('combobox', { name: 'Search' }).fill('#people')
  await colleague.getByRole('option', { name: 'People only' }).click()
  await expect(colleague).toHaveURL(/entities\?type=business&saved=/)
  await colleague.close()
})
