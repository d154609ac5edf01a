// The credit line: amounts reserved against a fee, tokens drawn, and what was drawn repaid.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { loggedTransfers } from '../support/chain.ts'
import { addPasskey, makeCustomer } from '../support/customers.ts'
import { expect, test } from '../support/journey.ts'
import {
  anAddress,
  drawingOf,
  fillOperationalWallet,
  frameOf,
  makeDrawing,
  quoteFrame,
  serviceNow,
} from '../support/liquidity.ts'
import { choose, sign } from '../support/wizard.ts'

const { liquidity } = routes

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).first()
/** A payment on the sandbox's chain is final within seconds. */
const soon = { timeout: 30_000 }

/** A moment as the browser's field takes it, in UTC as the pages are. */
const fieldOf = (at: number) => new Date(at).toISOString().slice(0, 16)

test('a frame is quoted, paid from a wallet by passkey, accepted and drawn on', async ({
  page,
  client,
  sandbox,
  authenticator: _authenticator,
}) => {
  const payer = await makeCustomer(client, sandbox, { amount: 100 })
  await page.goto('/liquidity')
  await expect(heading(page, 'Liquidity')).toBeVisible()
  await addPasskey(page, client, payer)

  await page.getByRole('link', { name: 'Get reserve quote' }).first().click()
  await expect(heading(page, 'Get reserve quote')).toBeVisible()
  // A page that was just opened takes the focus to its heading, which may come after the click.
  await expect(async () => {
    await button(page, 'Get quote').click()
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused({ timeout: 1_000 })
  }).toPass()
  const now = await serviceNow(client)
  await page.getByLabel('Start').fill(fieldOf(now))
  await page.getByLabel('End').fill(fieldOf(now + 48 * 3_600_000))
  await page.getByRole('textbox', { name: 'Amount' }).fill('20k')
  await expect(page.getByRole('region', { name: 'Fee' })).toContainText(
    '20,000.00 USDC × 0.36 bps × 48 h = 34.56 USDC',
  )
  await page.getByRole('textbox', { name: 'Reference' }).fill('Payroll')
  await expectNoViolations(page)
  await button(page, 'Get quote').click()

  await expect(heading(page, 'Reserve frame of 20,000.00 USDC')).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Quote valid for' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Deposit address as a QR code' })).toBeVisible()
  const id = /rsv_[0-9a-z]+/.exec(page.url())?.[0] ?? ''
  // Until its fee is paid, every visit says so.
  await page.goto('/liquidity')
  await page.getByRole('link', { name: 'Pay 34.56 USDC' }).first().click()
  await button(page, 'Review payment').click()
  await expect(page.getByRole('combobox', { name: 'Wallet' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await choose(page, 'Wallet', payer.fullName)
  await button(page, 'Review payment').click()
  const check = page.getByRole('table', { name: 'Payload check' })
  await expect(check.getByRole('row').filter({ hasText: 'Amount' })).toContainText('34.56')
  await expectNoViolations(page)
  await sign(page).click()

  const progress = page.getByRole('list', { name: 'Progress' })
  await expect(progress.getByLabel('done')).toHaveCount(4, soon)
  await expect(status(page, 'Active')).toBeVisible()
  const frame = await frameOf(client, id)
  const { status: mined, transfers } = await loggedTransfers(sandbox, frame.feeTxnHash)
  expect({ mined, transfers }).toEqual({
    mined: 'success',
    transfers: [
      {
        token: frame.feePayment.tokenAddress.toLowerCase(),
        from: payer.accounts[0].address.toLowerCase(),
        to: frame.feePayment.toWalletAddress.toLowerCase(),
        value: 34_560_000n,
      },
    ],
  })
  await expectNoViolations(page)

  await page.getByRole('link', { name: 'Draw on this frame' }).click()
  await expect(heading(page, 'Draw')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Reserve frame' })).toHaveValue(id)
  const recipient = anAddress()
  await page.getByRole('textbox', { name: 'Amount' }).fill('30k')
  await page.getByRole('textbox', { name: 'Recipient wallet' }).fill(recipient)
  await page.getByRole('textbox', { name: 'Originator name' }).fill('Kestrel Pay')
  await choose(page, 'Originator country', 'United Kingdom')
  await page.getByRole('textbox', { name: 'Beneficiary name' }).fill('Orchid Trading')
  await choose(page, 'Beneficiary country', 'Germany')
  const form = page.getByRole('form', { name: 'Draw' })
  await form.getByRole('button', { name: 'Draw', exact: true }).click()
  // More than the frame holds: the service says so at the field.
  await expect(form.locator('[aria-invalid=true]')).toHaveCount(1)
  await expectNoViolations(page)
  await page.getByRole('textbox', { name: 'Amount' }).fill('5k')
  await form.getByRole('button', { name: 'Draw', exact: true }).click()
  await expect(page).toHaveURL(/\/liquidity\/drawings\/ltx_[0-9a-z]+$/)
  await expect(status(page, 'Disbursed')).toBeVisible(soon)
  const drawing = await drawingOf(client, /ltx_[0-9a-z]+/.exec(page.url())?.[0] ?? '')
  const paid = await loggedTransfers(sandbox, drawing.originalTxnHash)
  expect(paid.transfers.map(({ to, value }) => [to, value])).toEqual([[recipient, 5_000_000_000n]])

  await page.goto('/liquidity')
  const timeline = page.getByRole('region', { name: 'Timeline of reserve frames' })
  await expect(timeline.getByRole('link', { name: new RegExp(`${id}, Active`) })).toBeVisible()
  await page.getByRole('link', { name: '24 h' }).click()
  await expect(page).toHaveURL(/zoom=24h/)
  // The address is there a moment before the page is.
  await expect(page.getByRole('link', { name: '24 h' })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('-')
  await expect(page).not.toHaveURL(/zoom/)
  await timeline.getByRole('link', { name: new RegExp(id) }).press('Enter')
  await expect(heading(page, 'Reserve frame of 20,000.00 USDC')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Drawings on this frame' })).toContainText(
    '5,000.00',
  )
})

test('a fee that arrives from elsewhere is recognised without being asked @full', async ({
  page,
  client,
}) => {
  const id = await quoteFrame(client, { amount: 3000, inHours: 48 })
  await page.goto(`/liquidity/reserves/${id}`)
  const form = page.getByRole('form', { name: 'Accept with a hash' })
  await form.getByRole('textbox', { name: 'Fee transaction hash' }).fill('0x12')
  await form.getByRole('button', { name: 'Accept' }).click()
  await expect(form.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  await button(page, 'Pay fee with test funds').click()
  await expect(page.getByRole('list', { name: 'Progress' }).getByLabel('done')).toHaveCount(4, soon)
  await expect(status(page, 'Accepted')).toBeVisible()
  expect((await frameOf(client, id)).status).toBe('ACCEPTED')

  await button(page, 'Cancel frame').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('100 % of')
  await expectNoViolations(page, { within: '[role=dialog]' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not needed')
  await dialog.getByRole('button', { name: 'Cancel frame' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('This frame was cancelled')).toBeVisible()
})

test('a quote is fulfilled in two parts; the deposit that was stated repays the drawing @full', async ({
  page,
  client,
}) => {
  const { ltxId, transactionId } = await makeDrawing(client, 2000)
  await page.goto('/liquidity/replenish')
  await page.getByRole('link', { name: transactionId }).click()
  await expect(heading(page, `Drawing ${transactionId}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Fee term by term' })).toContainText(
    'Counterparty risk',
  )
  await page.getByRole('tab', { name: 'Quotes' }).click()
  await button(page, 'Get quote').click()
  const form = page.getByRole('form', { name: 'State a payment' })
  await expect(form).toBeVisible()
  await expectNoViolations(page)
  const listed = await client.call(liquidity.listReplenishQuotes, { query: { ltxId } })
  const [quote] = listed.body.data
  const total = quote?.totalReplenishAmount ?? 0

  const state = async (amount: string) => {
    await form.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await form.getByRole('textbox', { name: 'Account number' }).fill('DE89370400440532013000')
    await form.getByRole('textbox', { name: 'Account name' }).fill('Kestrel Pay')
    await form.getByRole('button', { name: 'State payment' }).click()
  }
  await state(String(total + 1))
  await expect(form.locator('[aria-invalid=true], [role=alert]').first()).toBeVisible()
  await state('1500')
  const fulfilment = page.getByRole('region', { name: 'Fulfilment' })
  await expect(fulfilment).toContainText('1,500.00 of')
  await state(String(Math.round((total - 1500) * 1e6) / 1e6))
  await expect(fulfilment).toContainText('Yes')
  await button(page, 'Simulate deposit').click()
  await expect(status(page, 'Replenished')).toBeVisible(soon)
  expect(await drawingOf(client, ltxId)).toMatchObject({ principalOutstanding: 0 })
  await page.getByRole('tab', { name: 'Replenishments' }).click()
  const panel = page.getByRole('tabpanel')
  await expect(panel).toContainText('Monitored deposit')

  // Lists that are part of a page are written to files as well.
  await panel.getByRole('button', { name: 'Export' }).click()
  await expectExport(page, 'Export replenishments', 'Export 1 row')
  await page.goto('/liquidity/payments?status=REPAYMENT')
  await page
    .getByRole('region', { name: 'Payments' })
    .getByRole('button', { name: 'Export' })
    .click()
  await expectExport(page, 'Export payments', /^Export \d+ rows?$/)
  await quoteFrame(client, { amount: 500 })
  await page.goto('/liquidity')
  await page
    .getByRole('region', { name: 'Reserve frames', exact: true })
    .getByRole('button', { name: 'Export' })
    .click()
  await expectExport(page, 'Export reserve frames', /^Export \d+ rows?$/)
})

async function expectExport(page: Page, title: string, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByRole('button', { name, exact: true })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test('several drawings are repaid together from the operational wallet @full', async ({
  page,
  client,
}) => {
  const drawings = [await makeDrawing(client, 100), await makeDrawing(client, 200)]
  await fillOperationalWallet(client, 1000)
  await page.goto('/liquidity/replenish')
  for (const { transactionId } of drawings)
    await page.getByRole('checkbox', { name: `Select ${transactionId}` }).check()
  await button(page, 'Replenish 2 drawings').click()
  const dialog = page.getByRole('dialog', { name: 'Replenish' })
  await dialog.getByRole('checkbox').last().uncheck()
  await page.reload()
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await dialog.getByRole('checkbox').last().check()
  await dialog.getByRole('button', { name: 'Get quote' }).click()
  await expect(dialog.getByRole('timer', { name: 'Quote valid for' })).toBeVisible()
  await dialog.getByRole('radio', { name: /All or none/ }).check()
  await expectNoViolations(page, { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: /^Replenish 3\d\d\.\d+ USDC$/ }).click()
  await expect(dialog.getByText('Completed', { exact: true })).toHaveCount(2, soon)
  await dialog.getByRole('button', { name: 'Done' }).click()
  for (const { ltxId } of drawings)
    expect(await drawingOf(client, ltxId)).toMatchObject({ status: 'REPLENISHED' })
})
