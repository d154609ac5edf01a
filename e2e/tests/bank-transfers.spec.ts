// Transfers that banks pay in or out, from the form to the end, and what is done when a payout fails.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import {
  letDepositArrive,
  makeBanked,
  payByBank,
  quoteAndConfirm,
} from '../support/bank-transfers.ts'
import { loggedTransfers } from '../support/chain.ts'
import { makeCustomer } from '../support/customers.ts'
import { expect, test } from '../support/journey.ts'
import { choose } from '../support/wizard.ts'

const { sandbox: controls, transfers } = routes

const status = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).first()
const ends = (page: Page, label: string) =>
  expect(status(page, label)).toBeVisible({ timeout: 15_000 })
const idOf = (page: Page) => page.url().split('/').at(-1) ?? ''

test('on-ramp: a bank deposit becomes tokens in a wallet', async ({ page, client, sandbox }) => {
  const payer = await makeBanked(client)
  const { entityId, accounts } = await makeCustomer(client, sandbox)
  const body = { decision: 'APPROVED' } as const
  await client.call(controls.decideKyc, { params: { entityId }, body })
  const [wallet] = accounts
  await page.goto('/transfers/new')
  await choose(page, 'From', payer.german)
  await choose(page, 'To', wallet.externalAccountId)
  await page.getByText('They get exactly').click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('140')
  await page.getByRole('combobox', { name: 'Purpose' }).selectOption('FAMILY_SUPPORT')
  await quoteAndConfirm(page)
  await expect(page.getByRole('region', { name: 'Deposit instructions' })).toBeVisible()
  await expectNoViolations(page)
  await letDepositArrive(page)
  await ends(page, 'Completed')

  const params = { executionId: idOf(page) }
  const { transactionHash } = (await client.call(transfers.read, { params })).body.data
  const { transfers: logged } = await loggedTransfers(sandbox, transactionHash)
  expect(logged.map(({ to, value }) => [to, value])).toEqual([
    [wallet.address.toLowerCase(), 140_000_000n],
  ])
})

test('off-ramp: tokens paid to the deposit address become money in a bank @full', async ({
  page,
  client,
  sandbox,
}) => {
  const payer = await makeCustomer(client, sandbox)
  const params = { entityId: payer.entityId }
  await client.call(controls.decideKyc, { params, body: { decision: 'APPROVED' } })
  const payee = await makeBanked(client)
  // Tokens of which the wallet holds none: the payer sends them from elsewhere.
  const [wallet] = payer.accounts
  await client.call(controls.faucet, {
    body: { address: wallet.address, jurisdictionId: wallet.jurisdictionId, amount: 500 },
  })
  await page.goto('/transfers/new')
  await choose(page, 'From', wallet.externalAccountId)
  await choose(page, 'To', payee.french)
  await page.getByRole('textbox', { name: 'Amount' }).fill('120')
  await quoteAndConfirm(page)
  const card = page.getByRole('region', { name: 'Deposit instructions' })
  await expect(card.getByRole('img', { name: 'Deposit address as a QR code' })).toBeVisible()
  await letDepositArrive(page)
  await ends(page, 'Completed')
})

test('a payout that fails is paid to another account; another one is refunded @full', async ({
  page,
  client,
}) => {
  const payer = await makeBanked(client)
  const payee = await makeBanked(client, { holder: 'FAIL BENEFICIARY_ACCOUNT_CLOSED' })
  const from = { entityId: payer.entityId, accountId: payer.german }
  const to = { entityId: payee.entityId, accountId: payee.german }
  const [retried, refunded] = await Promise.all([
    payByBank(client, from, to, 150),
    payByBank(client, from, to, 160),
  ])

  await page.goto(`/transfers/${retried}`)
  await ends(page, 'Failed')
  await expect(page.getByRole('main')).toContainText('account is closed')
  await page.getByRole('button', { name: 'Retry payout' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Pay to' }).selectOption(payee.french)
  await dialog.getByRole('button', { name: 'Retry payout' }).click()
  await ends(page, 'Completed')

  await page.goto(`/transfers/${refunded}`)
  await ends(page, 'Failed')
  await page.getByRole('button', { name: 'Refund payer' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The account is closed')
  await dialog.getByRole('button', { name: 'Refund payer' }).click()
  await ends(page, 'Refunded')
  await page.getByRole('tab', { name: 'Ledger' }).click()
  await expectNoViolations(page)
})
