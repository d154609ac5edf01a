// Who has lost the passkey comes back with a recovery code and a new passkey.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectNoViolations } from '../support/axe.ts'
import { expect, strangerTest as test } from '../support/journey.ts'
import { watchPage } from '../support/csp.ts'
import { enrol, enrolmentLink } from '../support/members.ts'
import { sharedAdmin } from '../support/stack.ts'

const { sandbox: controls } = routes

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Recovery code' })
const create = (page: Page) => page.getByRole('button', { name: 'Create a new passkey' })
const overview = (page: Page) => page.getByRole('heading', { name: 'Overview', level: 1 })

/** Enrols a person who notes the recovery codes down. */
async function enrolWithCodes(page: Page, svcPartnerId: string): Promise<string[]> {
  await page.goto(await enrolmentLink(svcPartnerId))
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Byron')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  return page.getByRole('listitem').allTextContents()
}

/** The other device, with an authenticator of its own; its owner continues to the overview. */
async function enrolWithCodesOn(page: Page, svcPartnerId: string): Promise<string[]> {
  await addAuthenticator(page)
  const codes = await enrolWithCodes(page, svcPartnerId)
  await page.getByRole('checkbox', { name: 'I have stored them' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  return codes
}

test('a recovery code brings a new passkey, and works once', async ({
  page,
  browser,
  baseURL,
  partner,
  authenticator,
}) => {
  const other = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  const [code = '', second = ''] = await enrolWithCodesOn(other, partner.svcPartnerId)
  await expect(overview(other)).toBeVisible()

  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Lost your passkey?' }).click()
  await expect(page).toHaveURL('/recover')
  await expect(page).toHaveTitle(/Recover your access/)
  await expect(page.getByRole('heading', { name: 'Recover your access', level: 1 })).toBeVisible()
  await expectNoViolations(page)

  // People type it as they read it.
  await codeField(page).fill(` ${code.toUpperCase().replaceAll('-', ' ')} `)
  await create(page).click()
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await expect(page.getByText('Ada Byron')).toBeVisible()
  await expectNoViolations(page)
  expect(await authenticator.credentials()).toHaveLength(1)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(overview(page)).toBeVisible()
  await expect(page).toHaveURL('/')

  // The other browser's session is over: whoever has the lost device is out.
  await expect(other.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
  await page.getByRole('button', { name: 'Sign in with passkey' }).click()
  await expect(overview(page)).toBeVisible()

  await page.goto('/recover')
  await codeField(page).fill(code)
  await create(page).click()
  await expect(codeField(page)).toHaveAccessibleDescription(/not known or was used before/)
  await expect(codeField(page)).toHaveValue(code)
  await codeField(page).fill(second)
  await create(page).click()
  // The device has a passkey of this member already.
  await expect(codeField(page)).toHaveAccessibleDescription(/already has a passkey/)
})

test('what is wrong is shown at the field, and a closed passkey uses no code up @full', async ({
  page,
  context,
  partner,
  authenticator,
}) => {
  const [code = ''] = await enrolWithCodes(page, partner.svcPartnerId)
  for (const { credentialId } of await authenticator.credentials())
    await authenticator.forget(credentialId)
  await context.clearCookies()
  await page.goto('/recover')

  await create(page).click()
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(codeField(page)).toHaveAccessibleDescription(/Enter a recovery code/)
  await expect(codeField(page)).toBeFocused()
  await expectNoViolations(page)

  await codeField(page).fill('0000-0000-0000-0000')
  await page.keyboard.press('Enter')
  await expect(codeField(page)).toHaveAccessibleDescription(/not known or was used before/)
  expect(await authenticator.credentials()).toEqual([])

  await codeField(page).fill(code)
  await authenticator.setWilling(false)
  await create(page).click()
  await expect(codeField(page)).toHaveAccessibleDescription(
    /The request was closed or timed out\. Nothing was sent\./,
  )
  await authenticator.setWilling(true)
  await create(page).click()
  await expect(page.getByText('9 recovery codes left')).toBeVisible()

  await page.goto('/recover')
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page).toHaveURL('/sign-in')
})

test('recover a colleague who lost the phone: by a link of the owner and a code by mail @full', async ({
  page,
  browser,
  baseURL,
  partner,
  client,
  authenticator: _authenticator,
}) => {
  const email = `lena-${Date.now()}@example.com`
  const name = `Lena Lost ${Date.now()}`
  await enrol(page, await enrolmentLink(partner.svcPartnerId), 'Ada Byron')
  const phone = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await addAuthenticator(phone)
  const command = ['enrolment-link', 'create', '--partner', partner.svcPartnerId, '--email', email]
  const { enrolmentUrl } = (await sharedAdmin(command)) as { enrolmentUrl: string }
  await enrol(phone, enrolmentUrl, name)

  await page.getByRole('link', { name: 'Team' }).click()
  const card = page.getByRole('region', { name })
  await card.getByRole('button', { name: `Recover access of ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make link' }).click()
  const made = page.getByRole('dialog', { name: 'Send this link' })
  const url = (await made.getByText(/\/recover\//).textContent()) ?? ''
  await expectNoViolations(page)
  await expect(phone.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await phone.close()
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(card.getByText('None: access is being recovered.')).toBeVisible()

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const fresh = await context.newPage()
  const problems = await watchPage(fresh)
  await addAuthenticator(fresh)
  await fresh.goto(url)
  await fresh.getByRole('button', { name: 'Send me a code' }).click()
  await expect(fresh.getByText(/A code was sent to l/)).toBeVisible()
  await expectNoViolations(fresh)
  const { data } = (await client.call(controls.outbox, { query: { to: email } })).body
  const code = data.find((mail) => mail.code !== undefined)?.code ?? ''
  const field = fresh.getByRole('textbox', { name: 'Code from the e-mail' })
  await field.fill(code === '000000' ? '000001' : '000000')
  await create(fresh).click()
  await expect(field).toHaveAccessibleDescription(/This code is not right/)
  await field.fill(code)
  await create(fresh).click()
  await expect(fresh.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  await fresh.getByRole('checkbox', { name: 'I have stored them' }).check()
  await fresh.getByRole('button', { name: 'Continue' }).click()
  await expect(overview(fresh)).toBeVisible()
  expect(problems).toEqual([])
  await context.close()
})
