// Four eyes are two people: a refund that one member asks for happens when another one agrees.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectNoViolations } from '../support/axe.ts'
import { watchPage } from '../support/csp.ts'
import { expect, test } from '../support/journey.ts'
import { makeMember } from '../support/members.ts'
import { sharedAdmin, sharedBaseUrl } from '../support/stack.ts'
import { anAwaitedTransfer } from '../support/awaited-transfer.ts'

const status = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).first()

test('approve a refund as a second person', async ({ page, client, partner, browser }) => {
  const setThreshold = (dollars: string) =>
    sharedAdmin(['limits', 'set', '--partner', partner.svcPartnerId, '--approval-above', dollars])
  const paid = await anAwaitedTransfer(client, 75)
  await client.call(routes.sandbox.depositForTransfer, { params: paid, body: {} })
  await page.goto(`/transfers/${paid.executionId}`)
  await expect(status(page, 'Completed')).toBeVisible({ timeout: 15_000 })
  await setThreshold('10')
  try {
    await test.step('who asks reads that it waits, and may not approve it', async () => {
      await page.getByRole('button', { name: 'Refund payer', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Refund payer' }).click()
      await expect(dialog.getByRole('alert')).toContainText('Sent for approval')
      await expectNoViolations(page)
      await dialog.getByRole('link', { name: 'Open the request' }).click()
      await expect(page.getByRole('heading', { name: 'Approval', level: 1 })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Why it needs approval' })).toContainText(
        'Large payments',
      )
      await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
      await expectNoViolations(page)
    })

    await test.step('another member finds it under Approvals, and approves it by passkey', async () => {
      const first = await browser.newPage({ baseURL: sharedBaseUrl() })
      const second = await makeMember(first, partner.svcPartnerId, 'Idris Bello')
      await first.close()
      const context = await browser.newContext({
        baseURL: sharedBaseUrl(),
        storageState: second.state,
      })
      const other = await context.newPage()
      const problems = await watchPage(other)
      await addAuthenticator(other, second.passkeys)
      await other.goto('/')
      await other.getByRole('link', { name: /^Approvals/ }).click()
      const request = other.getByRole('region', { name: /^Refund 75/ })
      await expect(request).toContainText('Nora Lindqvist')
      await request.getByRole('button', { name: 'Approve' }).click()
      const dialog = other.getByRole('dialog', { name: 'Approve this?' })
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the customer')
      await dialog.getByRole('button', { name: 'Approve' }).click()
      await expect(dialog).toBeHidden()
      await expect(request).toBeHidden()
      expect(problems).toEqual([])
      await context.close()
    })

    await test.step('the money goes back', async () => {
      await page.goto(`/transfers/${paid.executionId}`)
      await expect(page.getByRole('region', { name: 'Refund', exact: true })).toContainText('75.00')
    })
  } finally {
    await setThreshold('1000000000')
  }
})
