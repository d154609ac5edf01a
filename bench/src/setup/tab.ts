import type { CDPSession, Page } from '@playwright/test'
import { type Profile, profiles, type SignedIn } from './browser.ts'
import { percentile } from '../measure/statistics.ts'

/** What the browser itself reports about a page; filled by `watch` before the page's first script. */
type Watched = {
  fcp: number
  lcp: number
  shift: number
  tasks: number[]
  events: { name: string; start: number; duration: number }[]
  heads: { text: string; at: number }[]
  clicked: number
}
declare global {
  var watched: Watched
}

export type Received = { type: string; path: string; bytes: number }

/** One tab under a profile, and what it has received. */
export type Tab = {
  page: Page
  received: Received[]
  heapKb: () => Promise<number>
  close: () => Promise<void>
}

export async function openTab({ browser, state }: SignedIn, baseURL: string, profile: Profile) {
  const context = await browser.newContext({
    baseURL,
    storageState: state,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  })
  // A busy machine plants and counts for longer than a person would wait.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const received = await listen(devtools)
  const { cpu, latencyMs, mbitPerS } = profiles[profile]
  const throughput = (mbitPerS * 1_000_000) / 8
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await page.addInitScript(watch)
  const heapKb = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1000
  }
  return { page, received, heapKb, close: () => context.close() }
}

async function listen(devtools: CDPSession): Promise<Received[]> {
  const received: Received[] = []
  const known = new Map<string, Received>()
  await devtools.send('Network.enable')
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const { pathname, search } = new URL(response.url)
    known.set(requestId, { type, path: pathname + search, bytes: 0 })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = known.get(requestId)
    if (answer) received.push({ ...answer, bytes: encodedDataLength })
  })
  return received
}

/** Runs in the page. */
function watch(): void {
  const own: Watched = { fcp: 0, lcp: 0, shift: 0, tasks: [], events: [], heads: [], clicked: 0 }
  globalThis.watched = own
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more = {}) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry)
    }).observe({ type, buffered: true, ...more })
  }
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') own.fcp = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    own.lcp = startTime
  })
  observe('layout-shift', (entry) => {
    const { hadRecentInput, value } = entry as PerformanceEntry & {
      hadRecentInput: boolean
      value: number
    }
    if (!hadRecentInput) own.shift += value
  })
  observe('longtask', ({ duration }) => own.tasks.push(duration))
  observe(
    'event',
    ({ name, startTime, duration }) => own.events.push({ name, start: startTime, duration }),
    { durationThreshold: 16 },
  )
  addEventListener('click', ({ timeStamp }) => (own.clicked = timeStamp), true)
  const look = () => {
    const text = document.querySelector('h1')?.textContent ?? ''
    if (text !== '' && own.heads.at(-1)?.text !== text)
      own.heads.push({ text, at: performance.now() })
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  })
}

export const watchedIn = (page: Page): Promise<Watched> => page.evaluate(() => globalThis.watched)

/** The longest of what a click set off, from the input to the next paint. */
export async function clickMs(page: Page, click: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    globalThis.watched.events = []
  })
  await click()
  // Reported after the paint that follows.
  await page.waitForTimeout(1000)
  const { events } = await watchedIn(page)
  return Math.max(16, ...events.map(({ duration }) => duration))
}

/** From the click on a link to the heading of the page that it leads to. */
export async function routeMs(page: Page, link: string, heading: string): Promise<number> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  const { heads, clicked } = await watchedIn(page)
  return (heads.at(-1)?.at ?? 0) - clicked
}

/** Scrolls the list by 120 px a frame, and says how long each frame took. */
export async function scrollFrames(page: Page, frames: number) {
  const took = await page.evaluate(
    (count) =>
      new Promise<number[]>((resolve, reject) => {
        const scroller = document.querySelector('.list-body')
        if (!scroller) return reject(new Error('There is no list'))
        const all: number[] = []
        let last = performance.now()
        const step = (now: number) => {
          all.push(now - last)
          last = now
          scroller.scrollTop += 120
          if (all.length < count) requestAnimationFrame(step)
          else resolve(all.slice(1))
        }
        requestAnimationFrame(step)
      }),
    frames,
  )
  return { p50: percentile(took, 0.5), p95: percentile(took, 0.95), worst: Math.max(...took) }
}
