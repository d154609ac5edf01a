// A transfer explained in sentences, replayed second by second, annotated, and followed without an account.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../../support/axe.ts'
import { anAwaitedTransfer } from '../../support/awaited-transfer.ts'
import { expect, test } from '../../support/journey.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a transfer is explained as its ledger has it, replayed, annotated, shared and revoked @full', async ({
  page,
  client,
  browser,
}) => {
  const { executionId, transactionId } = await anAwaitedTransfer(client, 64.5)
  await client.call(routes.sandbox.depositForTransfer, { params: { executionId }, body: {} })
  await page.goto(`/transfers/${executionId}`)
  await expect(region(page, 'Money path').locator('[aria-current=step]')).toContainText('Payee', {
    timeout: 15_000,
  })

  await test.step('the explanation has the amounts of the ledger', async () => {
    await button(page, 'Explain').click()
    const story = region(page, 'Explanation')
    await expect(story).toContainText('64.50 GBP arrived')
    await expect(story).toContainText('exactly as quoted')
    const paid = /The payee has ([\d,.]+) (\w+)\./.exec(await story.innerText())
    await page.getByRole('tab', { name: 'Ledger', exact: true }).click()
    const postings = page.getByRole('table', { name: 'Postings of this transfer' })
    await expect(postings).toContainText('64.50')
    await expect(postings).toContainText(paid?.[1] ?? 'no amount')
    await expectNoViolations(page)
    await page.getByRole('tab', { name: 'Timeline', exact: true }).click()
  })

  await test.step('the path is replayed by keyboard, and "Now" goes back', async () => {
    await button(page, 'Replay path').click()
    const slider = page.getByRole('slider', { name: 'Time of the transfer' })
    await expect(slider).toHaveAttribute('aria-valuetext', /, Completed$/)
    await slider.press('Home')
    await expect(slider).toHaveAttribute('aria-valuetext', /\d\d:\d\d:\d\d.*, (Quoted|Pending)$/)
    await expect(region(page, 'Money path').locator('[aria-current=step]')).toContainText('Payer')
    await expect(region(page, 'Ledger balances at this time')).toBeVisible()
    await expectNoViolations(page)
    await button(page, 'Now').click()
    await expect(region(page, 'Money path').locator('[aria-current=step]')).toContainText('Payee')
  })

  await test.step('a note is added', async () => {
    const notes = region(page, 'Notes')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await notes.getByRole('textbox', { name: 'Note' }).fill('Customer asked for the receipt.')
    await notes.getByRole('button', { name: 'Save note' }).click()
    await expect(notes.getByRole('listitem')).toContainText('Customer asked for the receipt.')
  })

  await test.step('a link is followed by somebody without an account, until it is revoked', async () => {
    await button(page, 'Share tracking link').click()
    const dialog = page.getByRole('dialog', { name: 'Share tracking link' })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const url = await dialog.getByText(/\/track\/\w+$/).innerText()
    await expectNoViolations(page, { within: '[role=dialog]' })
    const stranger = await browser.newContext()
    const public_ = await stranger.newPage()
    await public_.goto(new URL(url).pathname.replace(/^/, new URL(page.url()).origin))
    await expect(public_.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(public_.getByRole('main')).toContainText('64.50')
    await expect(public_.getByRole('main')).toContainText('Sandbox')
    await expect(public_.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(4)
    const shown = await public_.locator('body').innerText()
    for (const secret of [executionId, transactionId]) expect(shown).not.toContain(secret)
    await expectNoViolations(public_)
    await dialog.getByRole('button', { name: /^Revoke link by/ }).click()
    await expect(dialog).toContainText('No open links.')
    await public_.reload()
    await expect(public_.getByRole('heading', { level: 1 })).toHaveText(
      'This link is not valid, or no longer',
    )
    await stranger.close()
  })
})
