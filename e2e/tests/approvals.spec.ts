// Four eyes are two people: a refund that one member asks for happens when another one agrees.
import { routes } from '@corridor/contract/routes'
import type { Client } from '@corridor/client'
import type { Browser, Locator, Page } from '@playwright/test'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectNoViolations } from '../support/axe.ts'
import { watchPage } from '../support/csp.ts'
import { expect, test } from '../support/journey.ts'
import { makeMember } from '../support/members.ts'
import { sharedBaseUrl } from '../support/stack.ts'
import { anAwaitedTransfer } from '../support/awaited-transfer.ts'
import { addIban } from '../support/bank-transfers.ts'
import { anAddress, fillOperationalWallet, makeDrawing } from '../support/liquidity.ts'
import { makeFunded, makePayee, makeRoute } from '../support/payin.ts'

const status = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).first()

/** Others have to agree to all that these operations would do; without any, nobody is asked. */
const asksAbout = async (client: Client, ...on: string[]) => {
  const then = { approvals: [{ from: ['role:owner'], count: 1 }], expiresInMs: 3_600_000 }
  const rule = { id: 'asked', name: 'Ask a colleague', on, when: { all: [] }, then }
  const body = { rules: on.length === 0 ? [] : [rule], otherwise: 'allow' as const }
  await client.call(routes.approvals.changePolicy, { body })
}

/** Another owner at a browser of their own, with a passkey. */
async function asColleague(browser: Browser, svcPartnerId: string, name: string) {
  // With nobody's session: to enrol in one would end it.
  const storageState = { cookies: [], origins: [] }
  const first = await browser.newPage({ baseURL: sharedBaseUrl(), storageState })
  const { state, passkeys } = await makeMember(first, svcPartnerId, name)
  await first.close()
  const context = await browser.newContext({ baseURL: sharedBaseUrl(), storageState: state })
  const page = await context.newPage()
  const problems = await watchPage(page)
  await addAuthenticator(page, passkeys)
  const close = async () => {
    expect(problems).toEqual([])
    await context.close()
  }
  return { page, close }
}

test('approve a refund as a second person', async ({ page, client, partner, browser }) => {
  const paid = await anAwaitedTransfer(client, 75)
  await client.call(routes.sandbox.depositForTransfer, { params: paid, body: {} })
  await page.goto(`/transfers/${paid.executionId}`)
  await expect(status(page, 'Completed')).toBeVisible({ timeout: 15_000 })
  await asksAbout(client, 'transfers.refund')
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
        'Ask a colleague',
      )
      await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
      await expectNoViolations(page)
    })

    await test.step('another member asks first, is answered, and approves it by passkey', async () => {
      const other = await asColleague(browser, partner.svcPartnerId, 'Idris Bello')
      await other.page.goto('/')
      await other.page.getByRole('link', { name: /^Approvals/ }).click()
      await expect(other.page.getByRole('heading', { name: 'Approvals', level: 1 })).toBeVisible()
      await expectNoViolations(other.page)
      await other.page.getByRole('link', { name: /^Refund 75/ }).click()
      const request = other.page.getByRole('region', { name: /^Refund 75/ })
      await expect(request).toContainText('Nora Lindqvist')
      const questions = (of: Page) => of.getByRole('region', { name: 'Questions' })
      await questions(other.page).getByRole('button', { name: 'Ask a question' }).click()
      const ask = other.page.getByRole('dialog', { name: 'Ask a question' })
      await ask.getByRole('textbox', { name: 'Question' }).fill('Did the customer ask for it?')
      await ask.getByRole('button', { name: 'Send question' }).click()
      await expect(questions(other.page)).toContainText('Did the customer ask for it?')

      await expect(questions(page)).toContainText('Did the customer ask for it?')
      await questions(page).getByRole('button', { name: 'Answer' }).click()
      const answer = page.getByRole('dialog', { name: 'Answer the question' })
      await answer.getByRole('textbox', { name: 'Answer' }).fill('Yes, by phone')
      await expectNoViolations(page)
      await answer.getByRole('button', { name: 'Send answer' }).click()
      await expect(questions(other.page)).toContainText('Yes, by phone')
      await expectNoViolations(other.page)

      await request.getByRole('button', { name: 'Reject' }).click()
      const reject = other.page.getByRole('dialog', { name: 'Reject this?' })
      await expect(reject.getByRole('button', { name: 'Reject' })).toBeDisabled()
      await other.page.keyboard.press('Escape')
      await request.getByRole('button', { name: 'Approve' }).click()
      const dialog = other.page.getByRole('dialog', { name: 'Approve this?' })
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the customer')
      await dialog.getByRole('button', { name: 'Approve' }).click()
      await expect(dialog).toBeHidden()
      await expect(request).toContainText('Executed')
      await other.page.goto('/approvals?show=decided')
      await expect(other.page.getByRole('link', { name: /^Refund 75/ }).first()).toBeVisible()
      await other.close()
    })

    await test.step('the money goes back', async () => {
      await page.goto(`/transfers/${paid.executionId}`)
      await expect(page.getByRole('region', { name: 'Refund', exact: true })).toContainText('75.00')
    })
  } finally {
    await asksAbout(client)
  }
})

test('forms of what others have to agree to say that it was sent to them, and keep what was filled in', async ({
  page,
  client,
  authenticator: _authenticator,
}) => {
  const owner = await makeFunded(client)
  const account = await addIban(client, owner.entityId, 'France', owner.fullName)
  const routed = await makeFunded(client)
  const routeId = await makeRoute(client, routed, await makePayee(client))
  const off = { teleportId: routeId, routeStatus: 'inactive' } as const
  await client.call(routes.payinRoutes.toggle, { body: off })
  const { transactionId } = await makeDrawing(client, 100)
  await fillOperationalWallet(client, 1000)
  const sent = (within: Page | Locator) =>
    within.getByRole('alert').filter({ hasText: 'Sent for approval' })
  await asksAbout(
    client,
    'payinRoutes.create',
    'payinRoutes.toggle',
    'liquidity.withdrawOperational',
    'liquidity.initiateReplenish',
  )
  try {
    await test.step('a new route', async () => {
      const chosen = new URLSearchParams({
        entity: owner.entityId,
        funding: owner.fundingAccountId,
        account,
      })
      await page.goto(`/routes/new?${chosen.toString()}`)
      await page.getByRole('button', { name: 'Create route' }).click()
      await expect(sent(page)).toContainText('Ask a colleague')
      await expectNoViolations(page)
      await expect(page).toHaveURL(/\/routes\/new/)
      await expect(page.getByRole('combobox', { name: 'Funding account' })).toHaveValue(/Germany/)
    })

    await test.step('a route that is switched on', async () => {
      await page.goto(`/routes/${routeId}`)
      await page.getByRole('switch', { name: 'Forwarding' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Settled')
      await dialog.getByRole('button', { name: 'Switch route on' }).click()
      await expect(sent(dialog)).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Settled')
    })

    await test.step('a withdrawal', async () => {
      await page.goto('/balances')
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('12')
      await dialog.getByRole('textbox', { name: 'To address' }).fill(anAddress())
      await dialog.getByRole('button', { name: 'Withdraw' }).click()
      await expect(sent(dialog)).toContainText('Ask a colleague')
      await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('12')
    })

    await test.step('a replenishment, whose request is one click away', async () => {
      await page.goto('/liquidity/replenish')
      await page.getByRole('checkbox', { name: `Select ${transactionId}` }).check()
      await page.getByRole('button', { name: /^Replenish 1 drawing/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Replenish' })
      await dialog.getByRole('button', { name: 'Get quote' }).click()
      await dialog.getByRole('button', { name: /^Replenish 1\d\d\.\d+ USDC$/ }).click()
      await expect(sent(dialog)).toContainText('Ask a colleague')
      await sent(dialog).getByRole('link', { name: 'Open the request' }).click()
      await expect(page.getByRole('heading', { name: 'Approval', level: 1 })).toBeVisible()
    })
  } finally {
    await asksAbout(client)
  }
})
