import type { Page } from '@playwright/test'
import type { aPerson } from './customers.ts'
import { choose } from './wizard.ts'

/** Fills the form of a new entity as a person would, without sending it. */
export async function fillEntity(page: Page, person: ReturnType<typeof aPerson>): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await page.getByRole('radio', { name: 'Individual' }).check()
  await field('First name').fill(person.firstName)
  await field('Last name').fill(person.lastName)
  await field('Email').fill(person.email)
  await field('Phone number').fill(person.phoneNumber)
  await choose(page, 'Nationality', 'United Kingdom')
  await field('Date of birth').fill(person.dateOfBirth)
  const address = page.getByRole('group', { name: 'Permanent address' })
  const line = (name: string) => address.getByRole('textbox', { name })
  await line('Street and number').fill(person.permanentAddress.addressLine1)
  await line('City').fill(person.permanentAddress.city)
  await line('Postal code').fill(person.permanentAddress.postalCode)
  await choose(address, 'Country', 'United Kingdom')
}
