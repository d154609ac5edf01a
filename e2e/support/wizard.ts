import { type Locator, type Page, expect } from '@playwright/test'
import type { Customer } from './customers.ts'

/** Picks the one option of a combobox that `typed` leaves. */
export async function choose(page: Page | Locator, name: string, typed: string): Promise<void> {
  const box = page.getByRole('combobox', { name })
  // What the page fills in while it is being read may come between.
  await expect(async () => {
    await box.fill(typed, { timeout: 5_000 })
    await expect(box).toHaveValue(typed, { timeout: 500 })
  }).toPass({ timeout: 15_000 })
  // A native list on the page has options of its own.
  await page.getByRole('listbox', { name }).getByRole('option').first().click()
  await expect(box).toHaveAttribute('aria-expanded', 'false')
}

export const getQuote = (page: Page) => page.getByRole('button', { name: 'Get quote' })
export const quoteRegion = (page: Page) => page.getByRole('region', { name: 'Quote' })
export const sign = (page: Page) => page.getByRole('button', { name: 'Sign with passkey' })

/** Fills the form of a new transfer of the first token and leaves it before "Get quote". */
export async function fillTransfer(
  page: Page,
  { from, to, amount }: { from: Customer; to: Customer; amount: string },
): Promise<void> {
  await page.goto('/transfers/new')
  await choose(page, 'From', from.accounts[0].externalAccountId)
  await choose(page, 'To', to.accounts[0].externalAccountId)
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
}

/** From the filled form to the screen on which the payload is read. */
export async function quoteAndReview(page: Page): Promise<void> {
  await getQuote(page).click()
  await expect(quoteRegion(page).getByRole('timer', { name: 'Quote valid for' })).toBeVisible()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
}

/** The transfer's own page, at its end. */
export async function expectCompleted(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/transfers\/cexec-[0-9a-z]+$/)
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible({
    timeout: 15_000,
  })
}
