// Verification: from a new business with two owners to its approval, with everything between.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { anAddress, unique } from '../support/customers.ts'
import { expect, test } from '../support/journey.ts'
import { aDocument, aPicture, aProgram } from '../support/papers.ts'

const { entities, sandbox } = routes

/** A business with two owners, each of whom has to prove who they are. */
function aBusiness() {
  const suffix = unique()
  const owner = (firstName: string, ownershipPercent: number) => ({
    firstName,
    lastName: `Osei ${suffix}`,
    email: `${firstName.toLowerCase()}.${suffix}@example.com`,
    dateOfBirth: '1980-02-03',
    nationality: 'GB',
    roles: ['owner' as const],
    ownershipPercent,
    address: anAddress,
  })
  return {
    type: 'business' as const,
    businessName: `Orchid Clinics ${suffix}`,
    registrationNumber: '08912345',
    taxId: 'GB123456789',
    incorporationCountry: 'GB',
    incorporationDate: '2019-05-02',
    email: `office.${suffix}@example.com`,
    phoneNumber: '+442071838750',
    permanentAddress: anAddress,
    associatedPersons: [owner('Amara', 60), owner('Kofi', 40)],
  }
}

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const statusOf = (page: Page) => page.getByRole('region', { name: 'Verification', exact: true })

async function upload(
  page: Page,
  slot: string | RegExp,
  file: ReturnType<typeof aPicture>,
): Promise<void> {
  const region = card(page, slot)
  const chooser = page.waitForEvent('filechooser')
  await region.getByRole('button', { name: 'Choose file' }).first().click()
  await (await chooser).setFiles(file)
  await region.getByRole('button', { name: 'Upload document' }).click()
  await expect(region.getByText('Received', { exact: true })).toBeVisible()
}

/** Everything that the form asks and that was not answered before. */
async function answerForm(page: Page): Promise<void> {
  const form = page.getByRole('region', { name: 'Questions' })
  const choices = form.getByRole('combobox')
  for (const choice of await choices.all()) {
    const isList = await choice.evaluate((element) => element.tagName === 'SELECT')
    if (isList && (await choice.inputValue()) === '') await choice.selectOption({ index: 1 })
  }
  for (const question of await form.getByRole('radiogroup').all()) {
    const no = question.getByRole('radio', { name: 'No', exact: true })
    if ((await no.count()) > 0) await no.check()
  }
  await form.getByRole('textbox', { name: 'What the business does' }).fill('Runs two clinics')
}

/** The same business is here twice: its page shows both records, and who decides says why. */
async function decideAlike(page: Page, name: string, by: string): Promise<void> {
  await page.getByRole('tab', { name: 'Overview' }).click()
  const alike = card(page, 'Customers who are alike')
  const other = alike.getByRole('listitem').filter({ hasText: name })
  await expect(other).toContainText('In common: register and number')
  await expect(other.getByRole('row', { name: 'Registration number' })).toContainText('the same')
  await expectNoViolations(page)
  await other.getByRole('button', { name: 'The same business' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('One register entry')
  await dialog.getByRole('button', { name: 'The same business' }).click()
  await expect(other).toContainText(`Decided by ${by}`)
  await expect(other).toContainText('One register entry')
  await expect(alike).toContainText('One with 1 other customer')
  await expect(other.getByRole('button', { name: 'Different businesses' })).toBeVisible()
}

test('a business with two owners: upload, submit, question, answer, approval', async ({
  page,
  client,
  member,
}) => {
  const business = aBusiness()
  const created = await client.call(entities.create, { body: business })
  const { entityId } = created.body.data
  const email = `again.${business.email}`
  const again = await client.call(entities.create, { body: { ...business, email } })
  await client.call(sandbox.decideKyc, {
    params: { entityId: again.body.data.entityId },
    body: { decision: 'APPROVED' },
  })
  const decide = (body: { decision: 'APPROVED' | 'INFORMATION_REQUIRED'; reasons?: object[] }) =>
    client.call(sandbox.decideKyc, { params: { entityId }, body: body as never })

  await page.goto(`/entities/${entityId}`)
  await page.getByRole('tab', { name: 'KYC' }).click()
  await expect(page.getByRole('heading', { name: 'Verification', exact: true })).toBeVisible()
  await expect(statusOf(page)).toContainText('Not started')
  await expect(statusOf(page)).toContainText('You')
  const capabilities = card(page, 'Capabilities')
  await expect(capabilities.getByRole('row').nth(1)).toContainText('missing')
  await capabilities.getByRole('textbox', { name: 'Find a jurisdiction' }).fill('germany')
  await expect(capabilities.getByRole('row')).toHaveCount(2)
  await expectNoViolations(page)

  // Sent too early: every missing answer has its message, and the first one has the focus.
  const submit = page.getByRole('button', { name: 'Submit for verification' })
  await submit.click()
  const legalForm = page.getByRole('combobox', { name: 'Legal form' })
  await expect(legalForm).toBeFocused()
  await expect(legalForm).toHaveAccessibleDescription(/Legal form is required/)
  const saved = page.waitForResponse(
    (response) =>
      response.url().includes('/bff/drafts/') &&
      response.request().method() === 'PUT' &&
      Boolean(response.request().postData()?.includes('Runs two clinics')),
  )
  await answerForm(page)
  await saved
  await expect(page.getByText(/Draft saved/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'What the business does' })).toHaveValue(
    'Runs two clinics',
  )

  await upload(page, 'Certificate of incorporation', aDocument('certificate.pdf'))
  await upload(page, 'Structure of ownership', aDocument('structure.pdf'))
  for (const { firstName, lastName } of business.associatedPersons) {
    const identity = card(page, `Identity of ${firstName} ${lastName}`)
    await expect(
      identity.getByRole('button', { name: 'Choose file Front of passport' }),
    ).toBeVisible()
    await upload(page, `Identity of ${firstName} ${lastName}`, aPicture(`${firstName}.png`))
  }
  await upload(page, /^Proof of address/, aPicture('bill.png'))
  await expect(
    card(page, 'Documents').getByRole('link', { name: 'Download bill.png' }),
  ).toHaveCount(1)
  await card(page, 'Documents').getByText('Look at certificate.pdf').click()
  const picture = card(page, 'Documents').getByRole('img', { name: 'Page 1 of 1' })
  await expect(picture).toHaveJSProperty('naturalHeight', 1600)

  const consents = card(page, 'Consents')
  for (const consent of await consents.getByRole('checkbox').all()) await consent.check()
  await consents.getByRole('textbox', { name: 'IP address' }).fill('203.0.113.24')
  await submit.click()
  await expect(statusOf(page)).toContainText(/Submitted|Under review/)
  await expect(statusOf(page)).toContainText('Corridor review')

  await decide({ decision: 'INFORMATION_REQUIRED', reasons: [] })
  const question = card(page, 'Request for information')
  await expect(question).toBeVisible()
  await expectNoViolations(page)
  await question
    .getByRole('textbox', { name: 'Explanation' })
    .fill('The owners sold a house in Bristol.')
  await question.getByRole('button', { name: 'Send answer' }).click()
  await expect(question).toBeHidden()

  await decide({ decision: 'APPROVED' })
  await expect(statusOf(page)).toContainText('Approved')
  await expect(statusOf(page)).toContainText('None')
  await expect(card(page, 'Status history').getByRole('listitem').first()).toContainText('Approved')
  await expect(card(page, 'Internal notes')).toBeVisible()
  await decideAlike(page, business.businessName, member.name)
})

test('an upload is cancelled, repeated, and refused when the file is something else @full', async ({
  page,
  client,
}) => {
  const created = await client.call(entities.create, { body: aBusiness() })
  await page.goto(`/entities/${created.body.data.entityId}/kyc`)
  const slot = card(page, 'Certificate of incorporation')
  const choose = async (file: ReturnType<typeof aPicture>) => {
    const chooser = page.waitForEvent('filechooser')
    await slot.getByRole('button', { name: 'Choose file' }).click()
    await (await chooser).setFiles(file)
  }
  await expect(slot).toContainText('PDF, JPEG, PNG, at most')

  const devtools = await page.context().newCDPSession(page)
  const limit = (bytesPerSecond: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    })
  await devtools.send('Network.enable')
  await limit(100_000)
  await choose(aPicture('certificate.png', 2_000_000))
  await expect(slot.getByText(/SHA-256 [0-9a-f]{64}/)).toBeVisible()
  await slot.getByRole('button', { name: 'Upload document' }).click()
  const progress = slot.getByRole('progressbar', { name: 'Uploading certificate.png' })
  await expect(progress).toBeVisible()
  await expect
    .poll(() => progress.evaluate((bar) => (bar as HTMLProgressElement).value))
    .toBeGreaterThan(0)
  await slot.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(slot.getByRole('alert')).toContainText('Upload cancelled')
  await expect(card(page, 'Documents')).toContainText('No document was uploaded yet')

  await limit(-1)
  await slot.getByRole('button', { name: 'Retry upload' }).click()
  await expect(slot.getByText('Received', { exact: true })).toBeVisible()
  await slot.getByRole('button', { name: 'Upload another' }).click()
  await choose(aProgram('structure.png'))
  await slot.getByRole('button', { name: 'Upload document' }).click()
  await expect(slot.getByRole('alert')).toContainText('Upload failed')
  await expect(slot.getByRole('button', { name: 'Choose file' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await expectNoViolations(page)
})

test('the queue: the longest waiting first, taken, given back, with a note @full', async ({
  page,
  client,
  member,
}) => {
  const business = aBusiness()
  const created = await client.call(entities.create, { body: business })
  const { entityId } = created.body.data
  const body = { decision: 'INFORMATION_REQUIRED' as const }
  await client.call(sandbox.decideKyc, { params: { entityId }, body })

  await page.goto('/entities')
  await page.getByRole('link', { name: 'Compliance queue' }).click()
  await expect(page.getByRole('heading', { name: 'Compliance queue' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: business.businessName })
  await expect(row).toContainText('Information required')
  await expectNoViolations(page)
  await row.getByRole('button', { name: `Assign to me: ${business.businessName}` }).click()
  await expect(row).toContainText(member.name)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Assigned to', exact: true }).click()
  await page.getByText('Me', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(row).toBeVisible()
  await expectNoViolations(page)

  await row.getByRole('link', { name: business.businessName }).click()
  await expect(page).toHaveURL(new RegExp(`/entities/${entityId}/kyc$`))
  const notes = card(page, 'Internal notes')
  await notes.getByRole('textbox', { name: 'Note' }).fill('The deed comes on Monday.')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem')).toContainText(member.name)

  await page.goBack()
  await row.getByRole('button', { name: `Unassign ${business.businessName}` }).click()
  await expect(row).toHaveCount(0)
})
