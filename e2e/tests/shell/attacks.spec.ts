// What others could do to a member who is signed in: pages of other sites, frames, planted texts.
import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { addIban } from '../../support/bank-transfers.ts'
import { attackFromPage, scripts, startEvilSite } from '../../support/attacks.ts'
import { aPerson, anAddress } from '../../support/customers.ts'
import { expect, test } from '../../support/journey.ts'
import { isFull } from '../../support/tiers.ts'

const { accounts, entities, notes, sandbox: controls, transfers, webhooks } = routes

type Send = { method: string; path: string; body?: unknown }

/** The dashboard’s own request, from its own page. */
const fromPage = (page: Page, request: Send) =>
  page.evaluate(async ({ method, path, body }) => {
    const answer = await fetch(`/bff${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-requested-by': 'dashboard' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }, request)

/** What an attack would change. */
async function stateOf(page: Page, client: Client) {
  const { data } = (await client.call(entities.list, { query: { limit: 200 } })).body
  const [draft, team] = await Promise.all([
    fromPage(page, { method: 'GET', path: '/drafts/kept' }),
    fromPage(page, { method: 'GET', path: '/team' }),
  ])
  const { members, links } = JSON.parse(team.text) as { members: object[]; links: object[] }
  const people = members.map((member) => ({ ...member, sessions: 0, lastSeenAt: 0 }))
  return { entities: data.length, draft, people, links }
}

test('a page of another site, on another port or another address, changes and reads nothing', async ({
  page,
  client,
  sandbox: { baseUrl },
}) => {
  await page.goto('/')
  await fromPage(page, {
    method: 'PUT',
    path: '/drafts/kept',
    body: { kind: 'transfer', title: 'the victim’s', body: {} },
  })
  const before = await stateOf(page, client)
  const site = await startEvilSite()
  try {
    // The same host on another port is the same site: there the cookie goes along.
    for (const origin of [`http://localhost:${site.port}`, `http://127.0.0.1:${site.port}`]) {
      const evil = await page.context().newPage()
      await evil.goto(origin)
      expect(await evil.evaluate(attackFromPage, new URL(baseUrl).origin)).toEqual([])
      await evil.close()
    }
  } finally {
    await site.close()
  }
  expect(await stateOf(page, client)).toEqual(before)
  await page.goto('/transfers')
  await expect(page.getByRole('heading', { name: 'Transfers', level: 1 })).toBeVisible()
})

test('no page is shown in a frame of another site @full', async ({
  page,
  sandbox: { baseUrl },
}) => {
  const site = await startEvilSite()
  const evil = await page.context().newPage()
  await evil.goto(`http://localhost:${site.port}`)
  for (const path of ['/', '/transfers', '/sign-in', '/team', '/docs', '/track/x', '/enrol/x']) {
    await evil.evaluate((src) => {
      document.body.innerHTML = ''
      const frame = document.createElement('iframe')
      frame.src = src
      document.body.append(frame)
      return new Promise((resolve) => {
        frame.addEventListener('load', resolve)
      })
    }, new URL(path, baseUrl).href)
    expect([path, evil.frames()[1]?.url()]).toEqual([path, 'chrome-error://chromewebdata/'])
  }
  await site.close()
})

test('200 scripts in the texts of records run nowhere', async ({ page, client, problems }) => {
  test.setTimeout(180_000)
  const run: string[] = []
  await page.exposeBinding('attacked', ({ frame }) => run.push(frame.url()))
  page.on('dialog', (dialog) => {
    run.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto('/')
  const endpoints: string[] = []
  const paths = await plant(page, client, endpoints)
  for (const path of isFull ? paths : ofEachKind(paths))
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect([path, run, problems]).toEqual([path, [], []])
    })
  // Other journeys of this workspace expect no further endpoints.
  for (const endpointId of endpoints)
    await client.call(webhooks.deleteEndpoint, { params: { endpointId } })
  await test.step('search', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('<img src=x')
    await expect(page.getByRole('option').first()).toBeVisible()
    expect([run, problems]).toEqual([[], []])
  })
})

/** The lists, which show every record, and a record of each kind. */
function ofEachKind(paths: readonly string[]): string[] {
  const kindOf = (path: string) => path.replace(/\w+_\w+$|c?exec[-_]\w+$/, '')
  return [...new Map(paths.map((path) => [kindOf(path), path])).values()]
}

/** Writes every script into some record; gives the pages that show them. */
async function plant(page: Page, client: Client, ended: string[]): Promise<string[]> {
  let used = 0
  const next = (max = 200) => (scripts[used++ % scripts.length] ?? '').slice(0, max)
  const paths = new Set(['/', '/entities', '/accounts/external', '/transfers', '/routes/deposits'])
  const note = async (kind: 'entity' | 'transfer', id: string) =>
    client.call(notes.add, { body: { subjects: [{ kind, id }], text: next() } })
  for (let round = 0; round < 10; round += 1) {
    const address = { ...anAddress, addressLine1: next(), addressLine2: next(), city: next() }
    const body = {
      ...aPerson(next(100)),
      lastName: next(100),
      permanentAddress: { ...address, locality: next(), state: next() },
      externalReference: next(),
      metadata: { [next(40)]: next() },
    }
    const { entityId } = (await client.call(entities.create, { body })).body.data
    paths.add(`/entities/${entityId}`)
    await note('entity', entityId)
    const accountId = await addIban(client, entityId, 'Germany', next())
    paths.add(`/accounts/external/${accountId}`)
    // In another name it waits as the customer's own, and is used as a third party's.
    await client.call(accounts.disownExternal, { params: { accountId }, body: { reason: next() } })
    await client.call(accounts.disable, { body: { accountId, reason: next() } })
  }
  const [transfer] = (await client.call(transfers.list, { query: { limit: 1 } })).body.data
  const [funding] = (await client.call(accounts.listFunding, { query: { limit: 1 } })).body.data
  if (!transfer || !funding) throw new Error('The sandbox was not seeded.')
  for (let round = 0; round < 10; round += 1) await note('transfer', transfer.executionId)
  paths.add(`/transfers/${transfer.executionId}`)
  const { fundingAccountId, depositAccountInfo } = funding
  for (let round = 0; round < 26; round += 1) {
    const { currency } = depositAccountInfo
    const body = { amount: 25, currency, senderName: next(), reference: next(140) }
    const params = { fundingAccountId }
    const { depositId } = (await client.call(controls.depositForFunding, { params, body })).body
      .data
    if (round % 10 === 0) paths.add(`/routes/deposits/${depositId}`)
  }
  for (let round = 0; round < 3; round += 1) {
    const webhookUrl = `http://localhost:9/${encodeURIComponent(next(60))}`
    const made = await client.call(webhooks.createEndpoint, {
      body: { webhookUrl, description: next(), events: ['entity'] },
    })
    ended.push(made.body.data.endpointId)
  }
  for (const path of ['/webhooks', '/webhooks/deliveries', '/developers/requests', '/audit'])
    paths.add(path)
  for (let round = 0; round < 10; round += 1)
    await fromPage(page, {
      method: 'POST',
      path: '/views',
      body: { list: 'transfers', name: next(60), body: {}, isShared: true },
    })
  expect(used).toBeGreaterThanOrEqual(scripts.length)
  return [...paths]
}
