// A key that leaked: who called with it, its end, and what is tried with it afterwards.
import { expectNoViolations } from '../../support/axe.ts'
import { expect, look, test } from '../../support/journey.ts'

test('creates a key, sees its calls, revokes it after its last callers, and sees it refused @full', async ({
  page,
  baseURL,
}) => {
  const name = `Nightly ${Date.now()}`
  await page.goto('/developers/keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const create = page.getByRole('dialog', { name: 'Create API key' })
  await create.getByRole('textbox', { name: 'Name' }).fill(name)
  await create.getByRole('checkbox', { name: 'Entities: Read' }).check()
  await expectNoViolations(page)
  await look(page, 'create-key')
  await create.getByRole('button', { name: 'Create key' }).click()
  const once = page.getByRole('dialog', { name: 'Store your API key' })
  const key = (await once.getByRole('region', { name: 'API key' }).textContent())?.trim() ?? ''
  expect(key).toMatch(/^cor_sandbox_/)
  await expect(once.getByRole('button', { name: 'Done' })).toHaveAttribute('aria-disabled', 'true')
  await once.getByRole('checkbox', { name: 'I have stored it' }).check()
  await once.getByRole('button', { name: 'Done' }).click()

  const call = async () => {
    const answer = await fetch(`${baseURL ?? ''}/api/v1/xfer/entity?limit=1`, {
      headers: { 'x-api-token': key },
    })
    return answer.status
  }
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const change = page.getByRole('dialog', { name: `Change ${name}` })
  await change.getByRole('checkbox', { name: 'Log reads that succeed for 24 hours' }).check()
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Reads logged until')).toBeVisible()
  expect(await call()).toBe(200)
  const calls = page.getByRole('table', { name: 'Last calls' })
  await expect(calls.getByRole('row')).toHaveCount(2)
  await expectNoViolations(page)
  await look(page, 'api-key')
  await page.getByRole('button', { name: 'Revoke key' }).click()
  const revoke = page.getByRole('dialog', { name: `Revoke ${name}` })
  const callers = revoke.getByRole('table', { name: 'Callers of the last hour' })
  await expect(callers).toContainText('entities.list')
  await look(page, 'revoke-key')
  await revoke.getByRole('button', { name: 'Revoke key' }).click()
  await expect(revoke).toBeHidden()

  await expect.poll(call).toBe(401)
  await expect(calls).toContainText('401 API_KEY_REVOKED')
  await calls.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Request', level: 1 })).toBeVisible()
  const curl = page.getByRole('region', { name: 'cURL' })
  await expect(curl).toContainText('$CORRIDOR_API_KEY')
  await expect(page.getByRole('main')).not.toContainText(key)
  await expectNoViolations(page)
  await look(page, 'request')
  await page.getByRole('link', { name: 'Requests' }).first().click()
  await expect(page.getByRole('table', { name: 'Requests' })).toBeVisible()
  await expectNoViolations(page)
  await look(page, 'requests')
})
