// What a person has typed stays: over a reload, over Back, and in a list of drafts of their own.
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../../support/axe.ts'
import { expect, test } from '../../support/journey.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const saved = (page: Page) => expect(page.getByText(/^Draft saved/)).toBeVisible()

/** What journeys before have left unfinished. */
async function deleteDrafts(page: Page): Promise<void> {
  const headers = { 'x-requested-by': 'dashboard' }
  const listed = (await (await page.request.get('/bff/drafts')).json()) as {
    data: { draftId: string }[]
  }
  for (const { draftId } of listed.data)
    await page.request.delete(`/bff/drafts/${draftId}`, { headers })
}

test('an unfinished transfer: there after a reload, after Back and in the list, until it is deleted @full', async ({
  page,
}) => {
  await deleteDrafts(page)
  await page.goto('/transfers/new')
  await field(page, 'Reference').fill('Rent of May')
  await field(page, 'Amount').fill('125.50')
  await saved(page)
  await page.reload()
  await expect(field(page, 'Reference')).toHaveValue('Rent of May')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Accounts' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accounts')
  await page.goBack()
  await expect(field(page, 'Amount')).toHaveValue('125.50')

  // A new form is empty, and says that there is one to go on with.
  await page.goto('/transfers/new')
  await expect(field(page, 'Amount')).toHaveValue('')
  await page.getByRole('link', { name: 'Drafts (1)' }).click()
  await expectNoViolations(page)
  await expect(page.getByRole('tab')).toHaveText(['All', 'Transfer'])
  await page.getByRole('link', { name: /125.50.*Rent of May/ }).click()
  await expect(field(page, 'Reference')).toHaveValue('Rent of May')
  await page.goto('/drafts')
  await page.getByRole('button', { name: /^Delete draft/ }).click()
  await expect(page.getByText('No drafts')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No drafts')).toBeVisible()
})

test('what was typed last is still there after a reload that follows at once', async ({ page }) => {
  // Before anything was saved, and where the address has no name for it yet.
  await page.goto('/transfers/new')
  await field(page, 'Amount').press('7')
  await page.reload()
  await expect(field(page, 'Amount')).toHaveValue('7')
})
