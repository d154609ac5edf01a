// Who lets somebody out: the team page, while the colleague's own page is open.
import { addAuthenticator } from '../support/authenticator.ts'
import { expectNoViolations } from '../support/axe.ts'
import { expect, strangerTest, test } from '../support/journey.ts'
import { enrol, enrolmentLink } from '../support/members.ts'

test('removes a colleague while their page is open: it is over there at once, and for good', async ({
  page,
  browser,
  baseURL,
  partner,
  authenticator,
}) => {
  await page.goto('/')
  const colleague = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await addAuthenticator(colleague)
  const leaver = `Leo Leaver ${Date.now()}`
  await enrol(colleague, await enrolmentLink(partner.svcPartnerId), leaver)
  await colleague.getByRole('link', { name: 'Accounts' }).click()
  await expect(colleague.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible()

  await page.getByRole('link', { name: 'Team' }).click()
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
  const card = page.getByRole('region', { name: leaver })
  await expect(card.getByRole('table', { name: `Passkeys of ${leaver}` })).toBeVisible()
  await expect(card.getByText('None. No notices reach this person.')).toBeVisible()
  await expectNoViolations(page)
  await card.getByRole('button', { name: `Remove ${leaver}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Remove ${leaver}` })

  // Without the passkey nothing happens.
  await authenticator.setWilling(false)
  await dialog.getByRole('button', { name: 'Remove member' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nothing ended')
  await authenticator.setWilling(true)
  await dialog.getByRole('button', { name: 'Remove member' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toBeHidden()

  // The page of the colleague learns it without being touched, and their passkey opens nothing.
  const again = colleague.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  await again.getByRole('button', { name: 'Sign in with passkey' }).click()
  await expect(again.getByRole('alert')).toContainText('This passkey is not known here')
  await colleague.close()
})

strangerTest(
  'ends a session elsewhere and chooses where to be notified; the last passkey stays @full',
  async ({ page, partner, authenticator }) => {
    const name = `Mia Mover ${Date.now()}`
    await enrol(page, await enrolmentLink(partner.svcPartnerId), name)
    await page.context().clearCookies()
    await page.goto('/sign-in')
    expect(await authenticator.credentials()).toHaveLength(1)
    await page.getByRole('button', { name: 'Sign in with passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/team')
    const card = page.getByRole('region', { name })
    const sessions = card.getByRole('table', { name: `Sessions of ${name}` })
    await expect(sessions.getByRole('row')).toHaveCount(3)
    await expectNoViolations(page)
    const other = sessions.getByRole('row').filter({ hasNotText: 'This browser' }).nth(1)
    await other.getByRole('button', { name: /^End/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
    await expect(sessions.getByRole('row')).toHaveCount(2)
    await expect(card.getByRole('button', { name: /^Remove passkey/ })).toHaveAttribute(
      'title',
      'Your last passkey stays; a recovery code replaces it',
    )
    await card.getByRole('button', { name: 'Add address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Address for notices' })
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('mia@example.com')
    await dialog.getByRole('button', { name: 'Save address' }).click()
    await expect(card.getByText('mia@example.com')).toBeVisible()
  },
)
