// Four eyes are two people: a refund that one member asks for happens when another one agrees.
import { routes } from '@corridor/contract/routes'
import type { Client } from '@corridor/client'
import type { Browser, Locator, Page } from '@playwright/test'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectNoViolations } from '../support/axe.ts'
import { watchPage } from '../support/csp.ts'
import { expect, look, test } from '../support/journey.ts'
import { enrol, enrolmentLink } from '../support/members.ts'
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
  const context = await browser.newContext({ baseURL: sharedBaseUrl() })
  const page = await context.newPage()
  const problems = await watchPage(page)
  await addAuthenticator(page)
  await enrol(page, await enrolmentLink(svcPartnerId), name)
  const close = async () => {
    expect(problems).toEqual([])
    await context.close()
  }
  return { page, close }
}

/** Puts the empty policy back; where that needs somebody, the colleague agrees. */
async function withdrawPolicy(client: Client, { page }: { page: Page }): Promise<void> {
  const asked = await asksAbout(client).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (asked === undefined) return
  await page.goto('/approvals')
  await page
    .getByRole('link', { name: /^Replace version/ })
    .first()
    .click()
  const request = page.getByRole('region', { name: /^Replace version/ })
  await request.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve this?' })
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
  await expect(request).toContainText('Executed')
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

test('change the policy after reading its replay, as two people @full', async ({
  page,
  client,
  partner,
  browser,
  authenticator: _authenticator,
}) => {
  const paid = await anAwaitedTransfer(client, 40)
  await asksAbout(client, 'approvals.changePolicy')
  const other = await asColleague(browser, partner.svcPartnerId, 'Tomas Reyes')
  try {
    await test.step('the rules stand as sentences, and a new one is made as a form', async () => {
      await page.goto('/approvals')
      await page.getByRole('tab', { name: 'Policy' }).click()
      const rules = page.getByRole('list', { name: 'Rules in their order' })
      await expect(rules).toContainText('Ask for one approval (Owner) for “change the policy”.')
      await page.getByRole('button', { name: 'Add rule' }).click()
      const dialog = page.getByRole('dialog', { name: 'New rule' })
      await expect(dialog.getByRole('button', { name: 'Keep rule' })).toBeDisabled()
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Payments in the small')
      await dialog.getByRole('textbox', { name: 'More than' }).fill('25')
      await dialog.getByRole('radio', { name: 'Refuse' }).check({ force: true })
      await expect(dialog).toContainText('Refuse “pay a transfer” of more than 25 USD.')
      await expectNoViolations(page)
      await look(page, 'policy-rule')
      await dialog.getByRole('button', { name: 'Keep rule' }).click()
      await expect(rules).toContainText('Payments in the small')
      await page.getByRole('button', { name: 'Move Payments in the small up' }).click()
    })

    await test.step('it is published only after its replay was shown, and waits for a second person', async () => {
      const publish = page.getByRole('button', { name: 'Publish change' })
      await expect(publish).toBeDisabled()
      await page.getByRole('button', { name: 'Show what would have changed' }).click()
      const refused = page.getByRole('region', { name: 'Would have been refused' })
      await expect(refused.getByRole('link', { name: paid.executionId })).toBeVisible()
      await expectNoViolations(page)
      await look(page, 'policy-replay')
      await publish.click()
      const sent = page.getByRole('alert').filter({ hasText: 'Sent for approval' })
      await sent.getByRole('link', { name: 'Open the request' }).click()
      await expect(page.getByRole('list', { name: 'Rules after' })).toContainText(
        'Payments in the small',
      )
      await expectNoViolations(page)
      await look(page, 'policy-request')
    })

    await test.step('the second person sees both policies and the replay, and approves', async () => {
      await other.page.goto(new URL(page.url()).pathname)
      await expect(other.page.getByRole('list', { name: 'Rules before' })).toContainText(
        'Ask a colleague',
      )
      await expect(
        other.page.getByRole('region', { name: 'Would have been refused' }),
      ).toBeVisible()
      const request = other.page.getByRole('region', { name: /^Replace version/ })
      await request.getByRole('button', { name: 'Approve' }).click()
      const dialog = other.page.getByRole('dialog', { name: 'Approve this?' })
      await dialog.getByRole('button', { name: 'Approve' }).click()
      await expect(dialog).toBeHidden()
      await expect(request).toContainText('Executed')
    })

    await test.step('the new rule is in force, and the version says who asked for it', async () => {
      await page.goto('/approvals/policy')
      await expect(page.getByRole('list', { name: 'Rules in their order' })).toContainText(
        'Payments in the small',
      )
      await expect(page.getByRole('list', { name: 'Versions' })).toContainText('Nora Lindqvist')
      const { body } = await client.call(routes.approvals.readPolicy, {})
      expect(body.data.rules.map(({ name }) => name)).toEqual([
        'Payments in the small',
        'Ask a colleague',
      ])
    })
  } finally {
    await withdrawPolicy(client, other)
    await other.close()
  }
})

test('invite a colleague with a role of your own, who approves above the limit @full', async ({
  page,
  client,
  browser,
  authenticator: _authenticator,
}) => {
  const paid = await anAwaitedTransfer(client, 80)
  await client.call(routes.sandbox.depositForTransfer, { params: paid, body: {} })
  await page.goto('/team')
  await page.getByRole('tab', { name: 'Roles' }).click()
  await expect(page.getByRole('heading', { name: 'Roles', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'New role' }).click()
  const role = page.getByRole('dialog', { name: 'New role' })
  await role.getByRole('textbox', { name: 'Name' }).fill('Second signature')
  for (const name of ['See transfers', 'Approve what others ask for', 'See approvals, limits'])
    await role.getByRole('checkbox', { name }).check()
  await expectNoViolations(page)
  await role.getByRole('button', { name: 'Save role' }).click()
  const own = page.getByRole('table', { name: 'Roles of your own' })
  await expect(own.getByRole('row', { name: /Second signature/ })).toContainText('nobody')

  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invite a person' })
  await invitation.getByRole('combobox', { name: 'Role' }).selectOption('Second signature')
  await invitation.getByRole('button', { name: 'Make link' }).click()
  const made = page.getByRole('dialog', { name: 'Send this link' })
  const url = await made.getByText(/\/enrol\//).textContent()
  const context = await browser.newContext({ baseURL: sharedBaseUrl() })
  const colleague = await context.newPage()
  await addAuthenticator(colleague)
  await enrol(colleague, url ?? '', 'Sofia Signer')

  const { roles } = (await (await page.request.get('/bff/team/roles')).json()) as {
    roles: { roleId: string }[]
  }
  const then = {
    approvals: [{ from: [`role:${roles[0]?.roleId}`], count: 1 }],
    expiresInMs: 3_600_000,
  }
  const when = { fact: 'amount' as const, unit: 'USD', over: '50' }
  const rule = { id: 'limit', name: 'Above the limit', on: ['transfers.refund'], when, then }
  await client.call(routes.approvals.changePolicy, {
    body: { rules: [rule], otherwise: 'allow' },
  })
  try {
    await page.goto(`/transfers/${paid.executionId}`)
    await page.getByRole('button', { name: 'Refund payer', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Refund payer' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Sent for approval')

    await colleague.getByRole('link', { name: /^Approvals/ }).click()
    await colleague.getByRole('link', { name: /^Refund 80/ }).click()
    const request = colleague.getByRole('region', { name: /^Refund 80/ })
    await request.getByRole('button', { name: 'Approve' }).click()
    const asked = colleague.getByRole('dialog', { name: 'Approve this?' })
    await asked.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the customer')
    await asked.getByRole('button', { name: 'Approve' }).click()
    await expect(request).toContainText('Executed')
    await page.goto(`/transfers/${paid.executionId}`)
    await expect(page.getByRole('region', { name: 'Refund', exact: true })).toContainText('80.00')
  } finally {
    await asksAbout(client)
    await context.close()
  }
})

test('forms of what others have to agree to say that it was sent to them, and keep what was filled in @full', async ({
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
