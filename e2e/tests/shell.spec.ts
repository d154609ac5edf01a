// The frame around every page: navigation, theme, zone, keys, narrow screens, and its headers.
import { expect, test } from '../support/journey.ts'

const places = [
  { link: 'Overview', path: '/', heading: 'Overview' },
  { link: 'Approvals', path: '/approvals', heading: 'Approvals' },
  { link: 'Inbox', path: '/inbox', heading: 'Inbox' },
  { link: 'Transfers', path: '/transfers', heading: 'Transfers' },
  { link: 'Pay-in routes', path: '/routes', heading: 'Pay-in routes' },
  { link: 'Liquidity', path: '/liquidity', heading: 'Liquidity' },
  { link: 'Balances', path: '/balances', heading: 'Balances' },
  { link: 'Wallets', path: '/wallets', heading: 'Wallets' },
  { link: 'Entities & KYC', path: '/entities', heading: 'Entities' },
  { link: 'Accounts', path: '/accounts/external', heading: 'Accounts' },
  { link: 'Webhooks', path: '/webhooks', heading: 'Webhooks' },
  { link: 'Developers', path: '/developers', heading: 'Developers' },
  { link: 'Payments account', path: '/payments', heading: 'Payments account' },
  { link: 'Team', path: '/team', heading: 'Team' },
  { link: 'Audit log', path: '/audit', heading: 'Audit log' },
  { link: 'Settings', path: '/settings', heading: 'Settings' },
]
/** Behind the name may stand how many wait for the person. */
const named = (link: string) => new RegExp(`^${link}`)

test('the navigation leads everywhere and says where one is', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link')).toHaveText(places.map(({ link }) => named(link)))
  for (const { link, path, heading } of places) {
    await main.getByRole('link', { name: named(link) }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(`${heading} · Corridor`)
    await expect(main.locator('[aria-current=page]')).toHaveText(named(link))
  }
  await page.goBack()
  await expect(page).toHaveURL('/audit')
})

test('keys lead to pages, but not from a text field @full', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await expect(page).toHaveURL('/entities')
  await page.goto('/entities/new')
  await page.getByRole('textbox', { name: 'First name' }).pressSequentially('gt[u')
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('gt[u')
  await expect(page).toHaveURL('/entities/new')
})

test('the theme is chosen in the menu, kept, and follows the system when asked to @full', async ({
  page,
}) => {
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await expect(page.getByRole('menu')).toBeHidden()
  }
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await choose('Light theme')
  const light = await paper()
  await choose('Dark theme')
  await expect.poll(paper).not.toBe(light)
  const dark = await paper()
  await page.reload()
  expect(await paper()).toBe(dark)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Dark theme' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeFocused()
  await choose('System theme')
  await expect.poll(paper).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(paper).toBe(dark)
})

test('one zone for every time on the page, UTC one key away @full', async ({
  browser,
  member,
  baseURL,
}) => {
  const context = await browser.newContext({
    storageState: member.state,
    timezoneId: 'Asia/Kathmandu',
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const page = await context.newPage()
  await page.goto('/')
  const clock = page.getByRole('banner').getByRole('button', { name: /UTC/ })
  await expect(clock).toContainText('UTC+5:45')
  // Keys are handled once the page's program runs, which the text does not show.
  await expect(async () => {
    await page.keyboard.press('u')
    await expect(clock).not.toContainText('+5:45', { timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('u')
  await expect(clock).toContainText('UTC+5:45')
  await context.close()
})

test('on a phone four places stand at the bottom and the rest in a sheet @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link')).toHaveText(['Overview', 'Transfers', 'Wallets', 'Entities'])
  await main.getByRole('link', { name: 'Transfers' }).click()
  await expect(page).toHaveURL('/transfers')
  await expect(main.locator('[aria-current=page]')).toHaveText('Transfers')
  await main.getByRole('button', { name: 'More' }).click()
  const sheet = page.getByRole('dialog', { name: 'All pages' })
  await expect(sheet.getByRole('link')).toHaveText(places.map(({ link }) => named(link)))
  await sheet.getByRole('link', { name: 'Developers' }).click()
  await expect(page).toHaveURL('/developers')
  await expect(sheet).toBeHidden()
})

test('an unknown address is a page of its own, inside the frame @full', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await expect(page).toHaveURL('/')
  const unknown = '01h455vb4pex5vsknk084sn02q'
  for (const path of [`/transfers/cexec-${unknown}`, `/entities/ent_${unknown}`]) {
    await page.goto(path)
    await expect(page.getByText(/not found/)).toBeVisible()
  }
  await page.goto(`/wallets/ent_${unknown}`)
  await page.getByRole('link', { name: 'Go to the list' }).click()
  await expect(page).toHaveURL('/wallets')
})

test('every page is sent with a strict policy and a nonce of its own', async ({ request }) => {
  const nonces = new Set<string>()
  for (const path of ['/', '/sign-in', '/transfers']) {
    const answer = await request.get(path, { headers: { accept: 'text/html' } })
    const policy = answer.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(nonce.length).toBeGreaterThan(20)
    expect(await answer.text()).toContain(`nonce="${nonce}"`)
    expect(answer.headers()['cache-control']).toContain('no-store')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})
