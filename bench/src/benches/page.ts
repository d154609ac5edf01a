import { routes } from '@corridor/contract/routes'
import type { Bench } from '../measure/bench.ts'
import {
  clickMs,
  openTab,
  type Received,
  routeMs,
  scrollFrames,
  type Tab,
  watchedIn,
} from '../setup/tab.ts'
import { alternate, type Figures, judge, type Series } from '../measure/measure.ts'
import { type Profile, signIn, type SignedIn } from '../setup/browser.ts'
import type { BenchStack } from '../setup/partner.ts'
import { plantedTransfers } from '../setup/planted-transfers.ts'

/** `BENCH_ROWS=1000` makes a quick run. */
const rows = Number(process.env['BENCH_ROWS'] ?? 100_000)
/** Frames; the long one passes more rows than a list keeps, some minutes of it on a slow machine. */
const scrolled = { short: 300, long: 1000 }
/** After it the idle preload is over as well. */
const settledMs = 4000
const rowLink = '.data-body .row-link'

/** Budgets of a page, of a list's page, and of what the browser may keep. */
const budgets: Record<string, Partial<Record<Profile, number>>> = {
  'FCP ms': { office: 400, field: 1200 },
  'LCP ms': { office: 800, field: 1800 },
  'LCP again ms': { office: 400, field: 1000 },
  CLS: { office: 0.02, field: 0.02 },
  'longest task ms': { office: 50, field: 120 },
  'frame p95 ms': { office: 17, field: 50 },
  'row to pane ms': { office: 50, field: 100 },
  'checkbox ms': { office: 80, field: 150 },
  'tab ms': { office: 80, field: 150 },
  'route ms': { office: 50, field: 100 },
  'list page kB': { office: 40, field: 40 },
  'script files': { office: 25, field: 25 },
}

/**
 * The dashboard in a browser, over a list of a hundred thousand transfers. The base is a page of a few words from the
 * same server in the same browser.
 */
export const page: Bench = {
  name: 'page',
  what: `pages at the office and in the field, over ${rows} transfers, against a page of a few words`,
  run: async ({ rounds }) => {
    const stack = await plantedTransfers(rows)
    const signedIn = await signIn(stack)
    const { body } = await stack.client.call(routes.transfers.list, { query: { limit: 1 } })
    const detail = `/transfers/${body.data[0]?.executionId ?? ''}`
    const visits = { empty: '/healthz', overview: '/', transfers: '/transfers', detail }
    try {
      const series = await alternate(
        (['office', 'field'] as const).flatMap((profile) => [
          ...Object.entries(visits).map(([name, path]) => ({
            name: `${profile}: ${name}`,
            run: () => visited(stack, signedIn, profile, path),
          })),
          { name: `${profile}: in use`, run: () => used(stack, signedIn, profile) },
        ]),
        rounds,
      )
      return withBudgets(series)
    } finally {
      await signedIn.browser.close()
      await stack.remove()
    }
  },
}

async function visited(
  { baseUrl }: BenchStack,
  signedIn: SignedIn,
  profile: Profile,
  path: string,
): Promise<Figures> {
  const tab = await openTab(signedIn, baseUrl, profile)
  try {
    await tab.page.goto(path)
    await tab.page.waitForTimeout(settledMs)
    const first = await watchedIn(tab.page)
    const figures = {
      'FCP ms': first.fcp,
      'LCP ms': first.lcp,
      CLS: first.shift,
      'longest task ms': Math.max(0, ...first.tasks),
      ...weights(tab.received),
    }
    await tab.page.goto(path)
    await tab.page.waitForTimeout(settledMs)
    return { ...figures, 'LCP again ms': (await watchedIn(tab.page)).lcp }
  } finally {
    await tab.close()
  }
}

function weights(received: readonly Received[]): Figures {
  const kb = (some: readonly Received[]) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const of = (type: string) => received.filter((item) => item.type === type)
  const lists = received.filter(({ path }) => /\/transfers\?.*fields=/.test(path))
  return {
    requests: received.length,
    'script files': of('Script').length,
    'script kB': kb(of('Script')),
    'answers kB': kb(of('Fetch')),
    'all kB': kb(received),
    ...(lists.length > 0 ? { 'list page kB': kb(lists) / lists.length } : {}),
  }
}

/** What a person does with a long list. */
async function used({ baseUrl }: BenchStack, signedIn: SignedIn, profile: Profile) {
  const tab = await openTab(signedIn, baseUrl, profile)
  try {
    await tab.page.goto('/transfers')
    await tab.page.locator(rowLink).first().waitFor()
    await tab.page.waitForTimeout(settledMs)
    return { ...(await clicks(tab)), ...(await scrolls(tab)), ...(await follows(tab)) }
  } finally {
    await tab.close()
  }
}

async function clicks({ page: own }: Tab): Promise<Figures> {
  const box = own.locator('.data-body input[type=checkbox]').first()
  const checkbox = await clickMs(own, () => box.click())
  await box.click()
  const pane = await clickMs(own, () => own.locator(rowLink).nth(2).click())
  await own.keyboard.press('Escape')
  const tab = await clickMs(own, () => own.getByRole('tab', { name: /^In progress/ }).click())
  await own.getByRole('tab', { name: /^All/ }).click()
  await own.locator(rowLink).first().waitFor()
  return { 'checkbox ms': checkbox, 'row to pane ms': pane, 'tab ms': tab }
}

async function scrolls({ page: own, heapKb }: Tab): Promise<Figures> {
  await scrollFrames(own, scrolled.short)
  const { p50, p95, worst } = await scrollFrames(own, scrolled.short)
  const before = await heapKb()
  await scrollFrames(own, scrolled.long)
  const grown = (await heapKb()) - before
  const nodes = await own.evaluate(() => document.querySelectorAll('*').length)
  return {
    'frame p50 ms': p50,
    'frame p95 ms': p95,
    'frame worst ms': worst,
    'grown by long scroll kB': grown,
    'DOM nodes': nodes,
  }
}

async function follows({ page: own }: Tab): Promise<Figures> {
  await routeMs(own, 'Entities & KYC', 'Entities')
  await routeMs(own, 'Transfers', 'Transfers')
  return { 'route ms': await routeMs(own, 'Entities & KYC', 'Entities') }
}

/** The budgets stand beside the figures as a contender of their own, and each figure is judged by its own. */
function withBudgets(measured: readonly Series[]) {
  const series = [...measured]
  for (const [metric, byProfile] of Object.entries(budgets)) {
    for (const [profile, value] of Object.entries(byProfile)) {
      series.push({ contender: `${profile}: budget`, metric, values: [value] })
    }
  }
  const judged = measured.filter(
    ({ contender, metric }) => metric in budgets && !contender.endsWith(': empty'),
  )
  const verdicts = judged.map(({ contender, metric }) => {
    const base = `${contender.split(':')[0]}: budget`
    return judge(series, { ours: contender, base, metric, must: 1, aim: 0.8, better: 'less' })
  })
  return { series, verdicts }
}
