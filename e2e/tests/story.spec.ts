// The whole way: from the link that a new owner gets to tokens that have arrived on the chain.
import { createClient } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { loggedTransfers } from '../support/chain.ts'
import { aPerson } from '../support/customers.ts'
import { fillEntity } from '../support/entity-form.ts'
import { expect, strangerTest } from '../support/journey.ts'
import { quoteRegion } from '../support/wizard.ts'

const { sandbox: controls, transfers } = routes

/** The first demo partner, whose link no other journey uses. */
const test = strangerTest.extend({
  partner: async ({ sandbox }, use) => {
    const [partner] = sandbox.partners
    if (!partner) throw new Error('The sandbox has no partner.')
    await use(partner)
  },
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('enrols, creates a customer with a wallet, and sends tokens that arrive', async ({
  page,
  partner,
  sandbox,
  authenticator,
}, testInfo) => {
  const client = createClient({ baseUrl: sandbox.baseUrl, apiToken: partner.apiToken })
  // One name, in Arabic letters, as some passports have: it goes all the way to the receipt.
  const person = { ...aPerson(), firstName: '', lastName: 'محمد', email: 'mohamed@example.com' }
  const fullName = person.lastName
  const latinName = 'Mohamed'
  let shots = 0
  /** For people who want to look: `PICTURES=1 npm run e2e -- story`. */
  const shoot = async (name: string) => {
    if (!process.env['PICTURES']) return
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    while ((await dismiss.count()) > 0) await dismiss.first().click()
    shots += 1
    const path = testInfo.outputPath(`${String(shots).padStart(2, '0')}-${name}.png`)
    await page.screenshot({ path, animations: 'disabled' })
  }

  await test.step('enrol the owner', async () => {
    await page.goto(partner.enrolmentUrl)
    await expect(heading(page, 'Set up your access')).toBeVisible()
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ingeborg Dahl')
    await shoot('enrol')
    await button(page, 'Create passkey').click()
    await expect(heading(page, 'Save your recovery codes')).toBeVisible()
    await shoot('recovery-codes')
    await button(page, 'Save recovery codes').click()
    await page.getByRole('checkbox', { name: 'I have stored them' }).check()
    await button(page, 'Continue').click()
    await expect(heading(page, 'Overview')).toBeVisible()
    const latest = page.getByRole('table', { name: 'Latest transfers' })
    await expect(latest.getByRole('row').nth(1)).toBeVisible()
    await shoot('overview')
  })

  await test.step('create an entity', async () => {
    await page.getByRole('link', { name: 'Entities & KYC' }).click()
    await expect(heading(page, 'Entities')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Entities' })).toContainText('Fjordlys Trading AS')
    await shoot('entities')
    await page.getByRole('link', { name: 'New entity' }).click()
    await expect(heading(page, 'New entity')).toBeVisible()
    await button(page, 'Create entity').click()
    const firstName = page.getByRole('textbox', { name: 'First name' })
    await expect(firstName).toBeFocused()
    await expect(firstName).toHaveAttribute('aria-invalid', 'true')
    await expect(firstName).toHaveAccessibleDescription(/Enter the first name/)
    await fillEntity(page, person)
    const latin = page.getByRole('textbox', { name: 'Name in Latin letters' })
    await expect(latin).toHaveValue('Mohammed')
    await latin.fill(latinName)
    await shoot('new-entity')
    await button(page, 'Create entity').click()
    await expect(heading(page, fullName)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(latinName)
    await shoot('entity')
  })

  await test.step('set up its wallet', async () => {
    await page.getByRole('tab', { name: 'Wallets' }).click()
    await button(page, 'Set up wallet').click()
    const steps = page.getByRole('list', { name: 'Set-up steps' })
    await expect(steps.getByRole('listitem')).toHaveCount(4)
    for (const [index, name] of ['Email code', 'Session', 'Passkey', 'Wallet'].entries())
      await expect(steps.getByRole('listitem').nth(index)).toContainText(name)
    await shoot('wallet-email-code')
    await button(page, 'Send code').click()
    const code = page.getByRole('textbox', { name: 'Code' })
    await expect(code).toBeVisible()
    await shoot('wallet-session')
    const mail = { channel: 'EMAIL', to: person.email, limit: 1 } as const
    const { body } = await client.call(controls.outbox, { query: mail })
    await code.fill(body.data[0]?.code ?? '')
    await button(page, 'Start session').click()
    await expect(button(page, 'Create passkey')).toBeVisible()
    await shoot('wallet-passkey')
    await button(page, 'Create passkey').click()
    await page.getByRole('textbox', { name: 'Wallet name' }).fill('Savings')
    await page.getByRole('combobox', { name: 'Network' }).selectOption({ index: 0 })
    await shoot('wallet-network')
    await button(page, 'Create wallet').click()
    await expect(button(page, 'Copy address').first()).toBeVisible()
    expect(await authenticator.credentials()).toHaveLength(2)
  })

  await test.step('add test funds', async () => {
    await expect(heading(page, fullName)).toBeVisible()
    await button(page, 'Add test funds').click()
    const dialog = page.getByRole('dialog', { name: 'Add test funds' })
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('500')
    await shoot('add-test-funds')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('tabpanel')).toContainText('500.00')
    await shoot('wallet-balances')
  })

  await test.step('quote, read and sign a transfer', async () => {
    await page.getByRole('link', { name: 'New transfer' }).click()
    await expect(heading(page, 'New transfer')).toBeVisible()
    await page.getByRole('combobox', { name: 'From' }).fill(person.lastName)
    await page.getByRole('option', { name: /500\.00/ }).click()
    await page.getByRole('combobox', { name: 'To' }).fill('Fjordlys')
    // The same customer's account of another token is there, with the reason why it cannot be paid.
    await expect(page.getByRole('option', { name: /Fjordlys.*DAI/ })).toBeDisabled()
    await page.getByRole('option', { name: /^Fjordlys.*\(USDC\)/ }).click()
    const means = page.getByRole('radiogroup', { name: 'Amount means' })
    await expect(means.getByRole('radio', { name: 'You send exactly' })).toBeChecked()
    await expect(means.getByRole('radio', { name: 'They get exactly' })).not.toBeChecked()
    await page.getByRole('textbox', { name: 'Amount' }).fill('125.75')
    await button(page, 'Get quote').click()
    await expect(quoteRegion(page).getByRole('timer', { name: 'Quote valid for' })).toBeVisible()
    await shoot('quote')
    await button(page, 'Review').click()
    await expect(heading(page, 'Review and sign')).toBeVisible()
    const check = page.getByRole('table', { name: 'Payload check' })
    await expect(check.getByRole('columnheader')).toHaveText([
      'Field',
      'Quoted',
      'In the payload',
      'Match',
    ])
    await expect(check.getByRole('row').filter({ hasText: 'Recipient' })).toContainText('Match')
    await shoot('review-and-sign')
    await button(page, 'Sign with passkey').click()
    await expect(page).toHaveURL(/\/transfers\/cexec-[0-9a-z]{26}$/)
  })

  await test.step('watch it complete, live', async () => {
    await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
    const status = page.getByRole('main').getByText('Completed', { exact: true }).first()
    await expect(status).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('list', { name: 'Steps' })).toContainText('Final')
    await shoot('transfer')
  })

  const executionId = /cexec-[0-9a-z]+$/.exec(page.url())?.[0] ?? ''
  const record = (await client.call(transfers.read, { params: { executionId } })).body.data
  await expect(page.getByRole('main')).toContainText(record.transactionHash)

  await test.step('the chain has logged exactly this transfer', async () => {
    expect(await loggedTransfers(sandbox, record.transactionHash)).toEqual({
      status: 'success',
      transfers: [
        {
          token: sandbox.chains[0]?.tokenAddress.toLowerCase(),
          from: record.from.wallet?.walletAddress.toLowerCase(),
          to: record.to.wallet?.walletAddress.toLowerCase(),
          value: 125_750_000n,
        },
      ],
    })
    expect(record.from).toMatchObject({ fullName, latinName, amount: 125.75 })
    expect(record.to.fullName).toBe('Fjordlys Trading AS')
  })

  await test.step('the receipt has the name that payments carry', async () => {
    await page.goto(`${page.url().replace(/[?#].*$/, '')}/receipt`)
    const payer = page.getByRole('region', { name: 'From', exact: true })
    await expect(payer).toContainText(latinName)
    await shoot('receipt')
    await page.goBack()
  })

  await test.step('lists and history show it', async () => {
    await page.getByRole('tab', { name: 'Events' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('transfer.')
    await shoot('transfer-events')
    await page.getByRole('tab', { name: 'JSON' }).click()
    await expect(page.getByRole('tabpanel')).toContainText(executionId)
    await shoot('transfer-json')
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Transfers' }).click()
    const list = page.getByRole('table', { name: 'Transfers' })
    await expect(list.getByRole('link', { name: record.transactionId })).toBeVisible()
    await shoot('transfers')
    await list.getByRole('link', { name: record.transactionId }).click()
    await expect(page.getByRole('complementary', { name: /^Transfer/ })).toContainText('125.75')
    await shoot('transfers-pane')
    await main.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('tab', { name: 'Events' }).click()
    await expect(heading(page, 'Webhook events')).toBeVisible()
    const events = page.getByRole('table', { name: 'Events' })
    await expect(events).toContainText('transfer.')
    await shoot('webhook-events')
    await events.getByRole('link').first().click()
    await expect(page.getByRole('main')).toContainText(executionId)
    await shoot('webhook-event')
    await main.getByRole('link', { name: 'Wallets' }).click()
    await expect(heading(page, 'Wallets')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Wallets' })).toContainText(fullName)
    await shoot('wallets')
    await page.getByRole('table', { name: 'Wallets' }).getByRole('link').first().click()
    await expect(page.getByRole('tabpanel')).toContainText('374.25')
    for (const tab of ['Transactions', 'Authentication', 'Receive']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel')).not.toBeEmpty()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await shoot(`wallet-${tab.toLowerCase()}`)
    }
  })

  await test.step('the link enrols nobody else', async () => {
    await page.goto(partner.enrolmentUrl)
    await expect(heading(page, 'This link no longer works')).toBeVisible()
  })
})
