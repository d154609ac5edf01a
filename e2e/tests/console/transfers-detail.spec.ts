// A transfer paid in by bank, on the pages that show it: instructions, path, ledger, receipt, export.
import { createHash } from 'node:crypto'
import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../../support/axe.ts'
import { anAwaitedTransfer } from '../../support/awaited-transfer.ts'
import { expect, test } from '../../support/journey.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const status = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).first()

/** What a refund would change. Other journeys pay from the same payments account meanwhile. */
async function moneyOf(client: Client, params: { executionId: string }) {
  const {
    status: state,
    refunds,
    amountReceived,
  } = (await client.call(routes.transfers.read, { params })).body.data
  return { status: state, refunds, amountReceived }
}

test('a transfer by bank: found in the list, paid in, delivered, and balanced @full', async ({
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
    await expect(path).toContainText('Arrives by')
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
    await expect(page.getByRole('tabpanel')).not.toContainText('Balanced at')
    await expectNoViolations(page, { within: '[role=tabpanel]' })
    await expect(page.locator('.table-scroll')).not.toHaveAttribute('tabindex')
    await page.locator('.table-scroll').evaluate((box) => (box.style.width = '160px'))
    await expect(page.locator('.table-scroll')).toHaveAttribute('tabindex', '0')
    await expectNoViolations(page, { within: '[role=tabpanel]' })
    await tab(page, 'Events').click()
    await expect(page.getByRole('tabpanel')).toContainText('transfer.transitioned')
    await tab(page, 'JSON').click()
    await expect(page.getByRole('tabpanel')).toContainText(executionId)
  })

  await test.step('behind "More actions": the same for a terminal, and as a draft', async () => {
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Duplicate as draft' }).click()
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('61.50')
    await page.goBack()
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

test('what is not paid yet can be cancelled, what was paid refunded with a passkey; the export lists both @full', async ({
  page,
  client,
  authenticator,
}) => {
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
  await test.step('a refund that the service refuses says why, and changes nothing', async () => {
    await client.call(routes.sandbox.depositForTransfer, { params: paid, body: {} })
    await page.goto(`/transfers/${paid.executionId}`)
    await expect(status(page, 'Completed')).toBeVisible({ timeout: 15_000 })
    const before = await moneyOf(client, paid)
    expect(before).toMatchObject({ status: 'COMPLETED', refunds: [] })
    await button(page, 'Refund payer').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('75.01')
    await dialog.getByRole('button', { name: 'Refund payer' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The refund was not sent')
    await expect(dialog.getByRole('alert')).toContainText('At most 75 GBP can go back.')
    await expectNoViolations(page, { within: '[role=dialog]' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(await moneyOf(client, paid)).toEqual(before)
    await page.reload()
    await expect(status(page, 'Completed')).toBeVisible()
    await expect(region(page, 'Refund')).toBeHidden()
  })

  await test.step('refund a part of what was delivered', async () => {
    await button(page, 'Refund payer').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('your payments account pays this refund')
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
    await dialog.getByRole('radio', { name: /^All \(/ }).check({ force: true })
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
