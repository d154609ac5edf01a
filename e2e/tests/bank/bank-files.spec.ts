// What the bank's files say: money that is perhaps reported twice, lines that nobody can read, and a
// file that is only tried.
import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../../support/axe.ts'
import { germanAccounts, notification } from '../../support/bank-files.ts'
import { unique } from '../../support/customers.ts'
import { expect, look, test } from '../../support/journey.ts'
import { makeFunded } from '../../support/payin.ts'
import { choose } from '../../support/wizard.ts'

const { payinRoutes, sandbox: controls } = routes

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A customer's account, and a credit of a payer that no other journey has. */
async function prepare(client: Client) {
  const owner = await makeFunded(client)
  const { account, payee } = await germanAccounts(client, owner.fundingAccountId)
  const now = (await client.call(controls.clock)).body.data.now
  const day = now.slice(0, 10)
  const payer = `Payer ${unique()}`
  const credit = { amount: '412.50', payee, payer, text: 'Invoice 77' }
  return { owner, payer, day, credit, file: () => notification(account, [credit], day), account }
}

const importFile = (client: Client, text: string) =>
  client.call(controls.importBankFile, { body: { name: 'notification.xml', text } })

async function depositsOf(client: Client, payer: string) {
  const listed = await client.call(payinRoutes.listDeposits, { query: { q: payer } })
  return listed.body.data.data
}

test('two payments that were probably one are parted: each is a deposit', async ({
  page,
  client,
}) => {
  const { payer, file } = await prepare(client)
  await importFile(client, file())
  await importFile(client, file())
  expect(await depositsOf(client, payer)).toHaveLength(1)

  await page.goto('/routes/waiting')
  await expect(page).toHaveTitle(/Waiting payments/)
  const card = page.getByRole('region', { name: '412.50 EUR' }).filter({ hasText: payer })
  await expect(card.getByRole('columnheader', { name: /Here already: Notification/ })).toBeVisible()
  await expect(card.getByRole('columnheader', { name: /Waits: Notification/ })).toBeVisible()
  // Two messages with ids of their own: only these differ.
  await expect(card.getByRole('rowheader', { name: /Message ID.*differs/ })).toBeVisible()
  await expectNoViolations(page)
  await look(page, 'waiting')
  await card.getByRole('button', { name: 'Two payments' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are these two payments?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The payer sent it twice.')
  await dialog.getByRole('button', { name: 'Two payments' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toBeHidden()
  const deposits = await depositsOf(client, payer)
  expect(deposits.map(({ amountIn }) => amountIn.amount)).toEqual([412.5, 412.5])

  await page.goto(`/routes/deposits/${deposits[0]?.depositId}`)
  const messages = page.getByRole('region', { name: 'Bank messages' })
  await expect(messages.getByRole('rowheader', { name: 'Payer', exact: true })).toBeVisible()
  await expect(messages).toContainText('••••6199')
  await messages.scrollIntoViewIfNeeded()
  await look(page, 'messages')
})

test('a file is tried and changes nothing; its line that nobody can read is booked by hand @full', async ({
  page,
  client,
}) => {
  const { owner, payer, day, credit, account } = await prepare(client)
  const odd = { ...credit, amount: '12.345', text: 'Odd line' }
  await page.goto('/routes/files')
  await expect(page).toHaveTitle(/Bank files/)
  await page
    .getByRole('textbox', { name: 'Content' })
    .fill(notification(account, [credit, odd], day))
  await button(page, 'Try file').click()
  const outcome = page.getByRole('table', { name: 'Outcome by line' })
  await expect(outcome.getByRole('row').nth(1)).toContainText('Credited')
  await expect(outcome.getByRole('row').nth(1)).toContainText('It lands on a funding account.')
  await expect(outcome.getByRole('row').nth(2)).toContainText('Set aside')
  await expectNoViolations(page)
  await outcome.scrollIntoViewIfNeeded()
  await look(page, 'tried')
  expect(await depositsOf(client, payer)).toEqual([])
  await expect(page.getByText('No line is set aside')).toBeVisible()

  await button(page, 'Import file').click()
  await expect(page.getByText('The file was imported').first()).toBeVisible()
  expect(await depositsOf(client, payer)).toHaveLength(1)
  await button(page, 'Book by hand').click()
  const dialog = page.getByRole('dialog', { name: 'Book a line by hand' })
  await expect(dialog).toBeVisible()
  await look(page, 'book')
  await choose(dialog, 'Entity', owner.fullName)
  await expect(dialog.getByRole('combobox', { name: 'Funding account' })).toHaveValue(/Germany/)
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('12.34')
  await dialog.getByLabel('Booked on').fill(day)
  await dialog.getByRole('textbox', { name: 'Payer' }).fill(payer)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The bank confirmed it.')
  await dialog.getByRole('button', { name: 'Book line' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No line is set aside')).toBeVisible()
  const deposits = await depositsOf(client, payer)
  expect(deposits.map(({ amountIn }) => amountIn.amount).toSorted((a, b) => a - b)).toEqual([
    12.34, 412.5,
  ])
})
