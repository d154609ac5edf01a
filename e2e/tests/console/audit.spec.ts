// The audit log, verified by who reads it: sound, and then changed by somebody who has the database.
import { expectNoViolations } from '../../support/axe.ts'
import { expect, look, strangerTest as test } from '../../support/journey.ts'
import { enrol, enrolmentLink } from '../../support/members.ts'
import { asSuperuser } from '../../support/stack.ts'

test('verifies the log in the browser, and finds the entry that a superuser changed', async ({
  page,
  partner,
  authenticator,
}) => {
  await enrol(page, await enrolmentLink(partner.svcPartnerId), 'Vera Verifier')
  expect(await authenticator.credentials()).toHaveLength(1)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Member enrolled' }).first().click()
  await expect(page.getByRole('heading', { name: 'Member enrolled', level: 1 })).toBeVisible()
  await expect(page.getByText('member.enrol')).toBeVisible()
  const requestId = (await page.getByText(/^req_/).first().textContent()) ?? ''
  await expectNoViolations(page)
  await look(page, 'audit-entry')
  await page.goBack()

  await page.getByRole('button', { name: 'Verify log' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify the audit log' })
  const verdict = dialog.getByText(/entr(y|ies) match(es)? the checkpoint signed at/)
  await expect(verdict).toBeVisible({ timeout: 20_000 })
  await expect(dialog.getByText('No entry was changed, removed or put elsewhere.')).toBeVisible()
  await expect(dialog.getByText('Found nothing, with its secret keys')).toBeVisible()
  await expect(dialog.getByText('Seen for the first time in this browser')).toBeVisible()
  await expectNoViolations(page)
  await look(page, 'audit-verified')

  const changed = asSuperuser(
    `update audit set reason = 'nothing happened' where action = 'member.enrol' and request_id = '${requestId}'`,
  )
  expect(changed).toBe(1)
  await dialog.getByRole('button', { name: 'Verify again' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The audit log is not as it was recorded')
  const found = dialog.getByRole('region', { name: 'What does not match' })
  await expect(found.getByRole('listitem')).toHaveCount(1)
  await expect(found.getByText(/Entry [\d,]+ was changed\./)).toBeVisible()
  await expectNoViolations(page)
  await look(page, 'audit-changed')
  await found.getByRole('link', { name: 'Open entry' }).click()
  await expect(page.getByRole('heading', { name: 'Member enrolled', level: 1 })).toBeVisible()
  await expect(page.getByText('nothing happened')).toBeVisible()
})
