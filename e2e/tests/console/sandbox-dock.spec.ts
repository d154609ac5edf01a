// In a sandbox a person plays everybody else: the review, the payer and time, without a terminal.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { makePerson } from '../../support/accounts-form.ts'
import { expectNoViolations } from '../../support/axe.ts'
import { anAwaitedTransfer } from '../../support/awaited-transfer.ts'
import { expect, strangerTest as test } from '../../support/journey.ts'
import { enrol, enrolmentLink } from '../../support/members.ts'
import { depositsOf, makePayee, makeRoute, openFunding } from '../../support/payin.ts'

const { entities } = routes

const dock = (page: Page) => page.getByRole('complementary', { name: 'Sandbox' })
const toggle = (page: Page) => page.getByRole('button', { name: 'Sandbox', exact: true })

// A member of its own: whether the panel is open is kept for the person.
test.beforeEach(async ({ page, partner, authenticator }) => {
  expect(authenticator).toBeDefined()
  await enrol(page, await enrolmentLink(partner.svcPartnerId), 'Sandra Box')
})

test('verifies a customer and simulates a deposit on a route without leaving the dashboard @full', async ({
  page,
  client,
}) => {
  const person = await makePerson(client)
  const payee = await makePayee(client)
  await page.goto(`/entities/${person.entityId}/kyc`)
  await toggle(page).click()
  await expect(dock(page)).toBeVisible()
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true')
  await dock(page).getByText('cURL: Approve').click()
  const command = dock(page).locator('details[open] pre')
  await expect(command).toContainText(`/api/v1/sandbox/kyc/${person.entityId}/decision`)
  await expect(command).toContainText('x-api-token: $CORRIDOR_API_KEY')
  await expectNoViolations(page)
  await dock(page).getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dock(page).getByRole('status')).toContainText('Verification: approved')
  await expect(page.getByRole('region', { name: 'Verification' }).first()).toContainText('Approved')
  const read = await client.call(entities.read, { params: { entityId: person.entityId } })
  expect(read.body.data.kycStatus).toBe('APPROVED')

  const { fundingAccountId } = await openFunding(client, person)
  const routeId = await makeRoute(client, { fundingAccountId }, payee)
  await page.goto(`/routes/${routeId}`)
  // It stays open from page to page, and follows them.
  const form = dock(page).getByRole('form', { name: 'Simulate deposit' })
  await form.getByRole('textbox', { name: 'Amount' }).fill('120')
  await form.getByRole('button', { name: 'Simulate deposit' }).click()
  await expect(dock(page).getByRole('status')).toContainText('The deposit arrived')
  await expect(page.getByRole('tabpanel')).toContainText('120.00')
  await form.getByRole('combobox', { name: 'Who pays' }).selectOption('Payer on the sanctions list')
  await form.getByRole('button', { name: 'Simulate deposit' }).click()
  await expect
    .poll(async () => (await depositsOf(client, routeId)).map(({ status }) => status))
    .toContain('HELD')

  await page.getByRole('button', { name: 'Close sandbox panel' }).click()
  await expect(dock(page)).toBeHidden()
  await page.reload()
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: 'Simulate deposit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Simulate deposit' })
  await dialog.getByRole('combobox', { name: 'Amount sent' }).selectOption('The largest deposit')
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).not.toHaveValue('250.00')
  await expectNoViolations(page)
})

test('a transfer fails at the step that was chosen, blocks are mined and mail is read @full', async ({
  page,
  client,
}) => {
  const { executionId } = await anAwaitedTransfer(client, 120)
  await page.goto(`/transfers/${executionId}`)
  await toggle(page).click()
  const fail = dock(page).getByRole('form', { name: 'Fail a step' })
  await fail.getByRole('combobox', { name: 'Step' }).selectOption('payout_submitted')
  await fail.getByRole('button', { name: 'Fail step' }).click()
  await expect(dock(page).getByRole('status')).toContainText('fails when it is reached')
  const deposit = dock(page).getByRole('form', { name: 'Simulate deposit' })
  await deposit.getByRole('button', { name: 'Simulate deposit' }).click()
  const failed = page.locator('main').getByText('Failed', { exact: true }).first()
  await expect(failed).toBeVisible({ timeout: 30_000 })

  await dock(page).getByText('Chain', { exact: true }).click()
  await dock(page).getByRole('button', { name: 'Mine', exact: true }).click()
  await expect(dock(page).getByRole('status')).toContainText('The newest block is')
  await dock(page).getByText('Mailbox', { exact: true }).click()
  await expect(dock(page).getByRole('listitem').first()).toBeVisible()
  await expectNoViolations(page)
})

test('on a phone it is a sheet over the page, closed again by Escape @full', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/entities')
  await toggle(page).click()
  const sheet = page.getByRole('dialog', { name: 'Sandbox' })
  await expect(sheet).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})
