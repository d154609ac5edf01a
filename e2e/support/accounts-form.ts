import { routes } from '@corridor/contract/routes'
import type { Client } from '@corridor/client'
import { expect, type Locator, type Page } from '@playwright/test'
import { aPerson } from './customers.ts'
import { choose } from './wizard.ts'

const { entities, sandbox } = routes

/** A new person, verified for every corridor if it is asked for. */
export async function makePerson(
  client: Client,
  { approved = false }: { approved?: boolean } = {},
): Promise<{ entityId: string; fullName: string }> {
  const person = aPerson('Greta')
  const { entityId } = (await client.call(entities.create, { body: person })).body.data
  if (approved)
    await client.call(sandbox.decideKyc, { params: { entityId }, body: { decision: 'APPROVED' } })
  return { entityId, fullName: `${person.firstName} ${person.lastName}` }
}

/** Opens the form for a customer, in a jurisdiction by its name. */
export async function openAccountForm(page: Page, entityId: string, jurisdiction: string) {
  await page.goto(`/accounts/new?entity=${entityId}`)
  await expect(page.getByRole('combobox', { name: 'Entity' })).not.toHaveValue('')
  await choose(page, 'Jurisdiction', jurisdiction)
  return page.getByRole('form', { name: 'Add account' })
}

/** The input of a field by its key; labels are the service's own text and may change. */
export function inputOf(form: Locator, key: string): Locator {
  return form.locator(`[name="${key.replaceAll('.', ':')}"]`)
}

/** Chooses the type and rail of a row: cards where there are few, a list where there are many. */
export async function chooseRail(form: Locator, key: string): Promise<void> {
  const radio = form.locator(`input[type=radio][value="${key}"]`)
  const list = form.getByRole('combobox', { name: 'Type and rail' })
  // Until then the questions on the page may be those of the choice before.
  const settled = () => expect(form.locator('[aria-busy=true]')).toHaveCount(0)
  await settled()
  await expect(radio.or(list).or(form.locator('[name^="account:"]')).first()).toBeVisible()
  if ((await radio.count()) > 0) await radio.check()
  else if ((await list.count()) > 0) await list.selectOption(key)
  await settled()
}

/** Types or chooses an answer; says false where a closed list does not offer it. */
export async function answer(input: Locator, text: string): Promise<boolean> {
  const tag = await input.evaluate((element) => element.tagName)
  if (tag !== 'SELECT') {
    await input.fill(text)
    return true
  }
  const offered = await input
    .locator('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
  if (!offered.includes(text)) return false
  await input.selectOption(text)
  return true
}
