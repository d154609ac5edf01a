// The overview: each figure leads to what it was made of.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../../support/axe.ts'
import { expect, look, test } from '../../support/journey.ts'

const { figures } = routes

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** Transfers and the head; all of them, however many are drawn. */
const expectListed = (page: Page, count: number) =>
  expect(page.getByRole('table', { name: 'Transfers' })).toHaveAttribute(
    'aria-rowcount',
    String(count + 1),
  )

test('a tile and a corridor lead to exactly the transfers that they count @full', async ({
  page,
  client,
}) => {
  const { current } = (await client.call(figures.overview, { query: { zone: 'UTC' } })).body.data
  await page.goto('/')
  const tile = region(page, 'Transfers')
  await expect(tile).toContainText(String(current.transfers))
  await expect(tile).toContainText('completed')
  await look(page, 'overview')
  await expectNoViolations(page)

  await page.keyboard.press('2')
  await expect(tile.getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expectListed(page, current.transfers)
  await page.goBack()
  await region(page, 'Volume').getByRole('link').click()
  await expectListed(page, current.completed)
  await page.goBack()

  const cell = region(page, 'Corridors').getByRole('link', {
    name: /^Australia to Philippines: /,
  })
  const shown = /in (\d+) transfers/.exec((await cell.getAttribute('title')) ?? '')
  await cell.click()
  await expect(page).toHaveURL(/fromJurisdiction=.*toJurisdiction=/)
  await expectListed(page, Number(shown?.[1]))
  const rows = page.getByRole('table', { name: 'Transfers' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('AUD')
  await expect(rows.nth(1)).toContainText('PHP')
})

test('one period is that of all figures, in the address, and what an export writes @full', async ({
  page,
  client,
}) => {
  await page.goto('/')
  const choice = page.getByRole('navigation', { name: 'Period shown' })
  await choice.getByRole('link', { name: '7 d' }).click()
  await expect(page).toHaveURL(/range=7d/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Last 7 days' })).toBeVisible()
  const query = { range: '7d', zone: 'UTC' } as const
  const { current } = (await client.call(figures.overview, { query })).body.data
  await expect(region(page, 'Transfers')).toContainText(`7 days before`)
  const shown = region(page, 'Transfers').locator('.figure-small')
  await expect(shown).toHaveText(current.transfers.toLocaleString('en'))
  await expect(region(page, 'Corridors').getByRole('link').first()).toHaveAttribute(
    'href',
    new RegExp(encodeURIComponent(current.from.slice(0, 10))),
  )
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    new RegExp(`Export ${current.transfers} rows?`),
  )
})

test('the chart reads out what its table says, also by keyboard @full', async ({ page }) => {
  await page.goto('/?by=status')
  const chart = region(page, 'Volume by status')
  const cursor = chart.getByRole('slider', { name: 'Column that is read out' })
  const shown = chart.locator('output')
  await expect(shown).toContainText('Completed')
  await cursor.focus()
  // The last day before today on which something was sent.
  await expect(async () => {
    await page.keyboard.press('ArrowLeft')
    expect(await shown.textContent()).not.toContain('none')
  }).toPass()
  const text = (await shown.textContent()) ?? ''
  await expect(cursor).toHaveAttribute('aria-valuetext', text)
  const [day = '', parts = ''] = text.split(': ')
  await chart.getByRole('link', { name: 'View as table' }).click()
  const row = chart.getByRole('row').filter({ has: page.getByRole('rowheader', { name: day }) })
  for (const part of parts.split(/, (?=\D)/)) {
    const [, name = '', amount = ''] = /^(.*) ([\d,.]+)$/.exec(part) ?? []
    await expect(chart.getByRole('columnheader', { name })).toBeVisible()
    await expect(row).toContainText(amount)
  }
  await page.reload()
  await expect(chart.getByRole('link', { name: 'View as chart' })).toBeVisible()
})

test('nothing on the overview is pushed aside by what comes later @full', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
        }
        if (!hadRecentInput) shifts.push(value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await expect(region(page, 'Corridors').getByRole('table')).toBeVisible()
  await expect(region(page, 'Liquidity limits')).toContainText('Repayment due')
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.02)
})
