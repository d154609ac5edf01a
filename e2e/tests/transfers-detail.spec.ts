// A transfer paid in by bank, on the pages that show it: instructions, path, ledger, receipt, export.
import { createHash } from 'node:crypto'
import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { unique } from '../support/customers.ts'
import { expect, test } from '../support/journey.ts'

const { accounts, entities, transfers } = routes

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const status = (page: Page, word: string) =>
  page.getByRole('main').getByText(word, { exact: true }).first()

/** An executed transfer of pounds to a wallet of another customer; it waits for its money. */
async function anAwaitedTransfer(client: Client, amount: number) {
  // Other journeys leave customers behind who are not verified.
  const query = { limit: 200, kycStatus: 'APPROVED' } as const
  const verified = (await client.call(entities.list, { query })).body.data
  const ids = new Set(verified.map(({ entityId }) => entityId))
  const all = (
    await client.call(accounts.listExternal, { query: { limit: 200 } })
  ).body.data.filter(({ entityId }) => ids.has(entityId))
  const from = all.find(({ jurisdiction }) => jurisdiction.currency === 'GBP')
  const to = all.find(
    ({ entityId, jurisdiction }) => jurisdiction.currency === 'USDC' && entityId !== from?.entityId,
  )
  if (!from || !to) throw new Error('The sandbox was not seeded.')
  const transactionId = `T-${unique()}`
  const quoted = await client.call(transfers.simulate, {
    body: {
      transactionId,
      fromEntityId: from.entityId,
      fromAccountId: from.accountId,
      toEntityId: to.entityId,
      toAccountId: to.accountId,
      exactAmountIn: amount,
    },
  })
  if (!('data' in quoted.body)) throw new Error('Between a bank and a wallet there is no stamp.')
  const { executionId, transferAcknowledgement, depositAccount } = quoted.body.data
  await client.call(transfers.execute, {
    body: { executionId, transferAcknowledgement: transferAcknowledgement.version },
  })
  if (!('reference' in depositAccount)) throw new Error('It is not paid in by bank.')
  return { executionId, transactionId, reference: depositAccount.reference }
}

test('a transfer by bank: found in the list, paid in, delivered, and balanced', async ({
  page,
  client,
}) => {
  const { executionId, transactionId, reference } = await anAwaitedTransfer(client, 61.5)
  await test.step('the list names what it waits for', async () => {
    await page.goto('/transfers?view=progress')
    const table = page.getByRole('table', { name: 'Transfers' })
    const row = table.getByRole('row').filter({
      has: page.getByRole('link', { name: transactionId }),
    })
    await expect(row).toContainText('Awaiting funds')
    await page.goto(`/transfers/${executionId}`)
  })

  await test.step('the page says what the payer has to know', async () => {
    const card = region(page, 'Deposit instructions')
    await expect(card).toContainText(reference)
    await expect(card).toContainText('61.50 GBP')
    await expect(card.getByRole('button', { name: 'Copy payment reference' })).toBeVisible()
    const path = region(page, 'Money path')
    await expect(path.locator('[aria-current=step]')).toContainText('Payer')
    await expectNoViolations(page)
  })

  await test.step('the money arrives and is forwarded automatically', async () => {
    await button(page, 'Simulate deposit').click()
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('61.5')
    await button(page, 'Simulate deposit').click()
    await expect(status(page, 'Completed')).toBeVisible({ timeout: 15_000 })
    await expect(region(page, 'Money path').locator('[aria-current=step]')).toContainText('Payee')
    await expect(region(page, 'Deposit instructions')).toBeHidden()
  })

  await test.step('tabs: every step balances, events and record are there', async () => {
    await tab(page, 'Ledger').click()
    await expect(page.getByRole('tabpanel')).toContainText(/All \d steps balance/)
    await expect(page.getByRole('table', { name: 'Postings of this transfer' })).toContainText(
      'Held for the transfer',
    )
    await expectNoViolations(page, { within: '[role=tabpanel]' })
    await tab(page, 'Events').click()
    await expect(page.getByRole('tabpanel')).toContainText('transfer.transitioned')
    await tab(page, 'JSON').click()
    await expect(page.getByRole('tabpanel')).toContainText(executionId)
  })

  await test.step('the receipt has all figures', async () => {
    await page.getByRole('link', { name: 'Receipt' }).click()
    const sheet = page.getByRole('article', { name: `Receipt of ${transactionId}` })
    for (const text of ['61.50', 'Total fees', 'Converted', 'Amount paid out', executionId])
      await expect(sheet).toContainText(text)
    await expectNoViolations(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(sheet).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  })
})

test('what is not paid yet can be cancelled, what was paid refunded with a passkey; the export lists both', async ({
  page,
  client,
  member,
  authenticator,
}) => {
  for (const passkey of member.passkeys) await authenticator.add(passkey)
  const cancelled = await anAwaitedTransfer(client, 42)
  await test.step('cancel, with its consequences shown beforehand', async () => {
    await page.goto(`/transfers/${cancelled.executionId}`)
    await button(page, 'Cancel transfer').click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this transfer?' })
    await expect(dialog).toContainText('nothing is sent back')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong payee')
    await dialog.getByRole('button', { name: 'Cancel transfer' }).click()
    await expect(status(page, 'Cancelled')).toBeVisible()
    await expect(button(page, 'Cancel transfer')).toBeHidden()
  })

  const paid = await anAwaitedTransfer(client, 75)
  await test.step('refund a part of what was delivered', async () => {
    await client.call(routes.sandbox.depositForTransfer, { params: paid, body: {} })
    await page.goto(`/transfers/${paid.executionId}`)
    await expect(status(page, 'Completed')).toBeVisible({ timeout: 15_000 })
    await button(page, 'Refund payer').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('25')
    await authenticator.setWilling(false)
    await dialog.getByRole('button', { name: 'Refund payer' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Nothing was sent')
    await authenticator.setWilling(true)
    await dialog.getByRole('button', { name: 'Refund payer' }).click()
    await expect(dialog).toBeHidden()
    const refund = region(page, 'Refund')
    await expect(refund).toContainText('25.00')
    await refund.getByRole('link').click()
    await expect(status(page, 'Completed')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('main').getByText('Refund of')).toBeVisible()
  })

  await test.step('export both; the file is the one that was promised', async () => {
    await page.goto(`/transfers?createdFrom=${encodeURIComponent('2020-01-01T00:00:00Z')}`)
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export transfers' })
    await dialog.getByRole('radio', { name: 'JSON Lines' }).check({ force: true })
    await dialog.getByRole('button', { name: /^Export \d+ rows$/ }).click()
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download file' }).click()
    const file = Buffer.concat(await (await (await download).createReadStream()).toArray())
    await expect(dialog).toContainText(createHash('sha256').update(file).digest('hex'))
    const rows = file.toString('utf8').trim().split('\n')
    const stateOf = new Map(
      rows.map((line) => {
        const { executionId, status: state } = JSON.parse(line) as Record<string, string>
        return [executionId, state]
      }),
    )
    expect(stateOf.get(cancelled.executionId)).toBe('CANCELLED')
    expect(stateOf.get(paid.executionId)).toBe('COMPLETED')
  })
})
