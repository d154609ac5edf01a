// The two ends of a session: half an hour without a person, and twelve hours after the sign-in.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { aPerson } from '../support/customers.ts'
import { expect, strangerTest as test } from '../support/journey.ts'
import { enrol, enrolmentLink } from '../support/members.ts'

const stillThere = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })
const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const firstName = (page: Page) => page.getByLabel('First name')

type Left = { idleS: number; absoluteS?: number }

/** The server's answers about the session, with less time left, one after the other; the last one stays. */
async function shortenSession(page: Page, answers: Left[]): Promise<void> {
  let asked = 0
  await page.route('**/bff/session', async (route) => {
    const response = await route.fetch()
    const left = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    if (!response.ok() || !left) return route.fulfill({ response })
    const session = (await response.json()) as { serverTime: string }
    const inS = (seconds: number) =>
      new Date(Date.parse(session.serverTime) + seconds * 1000).toISOString()
    const idleExpiresAt = inS(left.idleS)
    const expiresAt = inS(left.absoluteS ?? 12 * 3600)
    return route.fulfill({ response, json: { ...session, idleExpiresAt, expiresAt } })
  })
}

/** A person who opened the page and typed no longer counts as present after ten seconds. */
const alone = { idleS: 2 * 60 + 12, waitMs: 12_000 }

test.beforeEach(async ({ page, partner, authenticator }) => {
  await enrol(page, await enrolmentLink(partner.svcPartnerId), 'Ada Byron')
  expect(await authenticator.credentials()).toHaveLength(1)
})

/** Types a name and leaves; the page's own clock makes the wait short. */
async function typeAndLeave(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/entities/new')
  // The watch over the session comes with the live stream, after the page.
  await expect(page.getByText('Connected')).toBeVisible()
  await firstName(page).fill('Grace')
  await page.clock.fastForward(alone.waitMs)
}

test('two minutes before the end of an idle session: asks, and continues when a person is there @full', async ({
  page,
}) => {
  await shortenSession(page, [alone, { idleS: 110 }])
  await typeAndLeave(page)
  await expect(stillThere(page)).toBeVisible()
  await expectNoViolations(page)
  const kept = page.waitForResponse('**/bff/session/keep-alive')
  await page.getByRole('button', { name: "I'm still here" }).click()
  expect((await kept).status()).toBe(200)
  await expect(stillThere(page)).toBeHidden()
  await expect(firstName(page)).toHaveValue('Grace')
  await expect(firstName(page)).toBeFocused()
})

test('without an answer: the session’s end is shown over the page automatically, and nothing is lost @full', async ({
  page,
  context,
}) => {
  await shortenSession(page, [alone, { idleS: 4 }])
  await typeAndLeave(page)
  await expect(stillThere(page)).toBeVisible()
  await context.clearCookies()
  await expect(again(page)).toBeVisible()
  await expect(stillThere(page)).toBeHidden()
  await page.unroute('**/bff/session')
  await again(page).getByRole('button', { name: 'Sign in with passkey' }).click()
  await expect(again(page)).toBeHidden()
  await expect(firstName(page)).toHaveValue('Grace')
  await expect(firstName(page)).toBeFocused()
})

test('two minutes before twelve hours are over: a new sign-in, in place @full', async ({
  page,
}) => {
  await shortenSession(page, [alone, { idleS: 110, absoluteS: 110 }])
  await typeAndLeave(page)
  const ends = page.getByRole('dialog', { name: 'Your session ends' })
  await expect(ends).toBeVisible()
  await expectNoViolations(page)
  await ends.getByRole('button', { name: 'Sign in with passkey' }).click()
  await expect(ends).toBeHidden()
  await expect(firstName(page)).toHaveValue('Grace')
})

test('what the live stream reads again does not count as a person @full', async ({
  page,
  client,
}) => {
  await page.clock.install()
  await page.goto('/entities')
  await expect(
    page.getByRole('status', { name: /live/i }).or(page.getByText('Connected')),
  ).toBeVisible()
  await page.clock.fastForward(10_500)
  const reread = page.waitForRequest((request) => request.url().includes('/xfer/entity'))
  const person = aPerson('Grace')
  await client.call(routes.entities.create, { body: person })
  expect((await reread).headers()['x-background']).toBe('1')

  const asked = page.waitForRequest((request) => request.url().includes('/xfer/transaction'))
  await page.getByRole('link', { name: 'Transfers' }).click()
  expect((await asked).headers()['x-background']).toBeUndefined()
})
