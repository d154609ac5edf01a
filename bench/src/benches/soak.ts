import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@corridor/client'
import { asAdmin } from '../measure/admin.ts'
import { memoryOf } from '../goals/side.ts'
import type { Bench, BenchOptions, Outcome } from '../measure/bench.ts'
import { processTree, residentMiB } from '../measure/processes.ts'
import { untilNoRow } from '../setup/deposits.ts'
import { type Operation, operationsOf } from '../soak/operations.ts'
import { type SoakSite, startSoakSite } from '../soak/site.ts'
import { isFlat, type Sample, slopeOf } from '../soak/watch.ts'

const callers = 64
const lookMs = 10_000
/** Sooner, caches and heap are still filling. */
const flatAfterSeconds = 300

/** Everything at once for ten minutes: nothing fails, memory stays, and the books are sound. */
export const soak: Bench = {
  name: 'soak',
  what: `all kinds of operations mixed, ${callers} callers, for --seconds (600): errors, memory, and whether the books are sound`,
  seconds: 600,
  run: async (options) => {
    const site = await startSoakSite(callers)
    try {
      return await soaked(site, options)
    } finally {
      await site.stop()
    }
  },
}

type Found = { done: Map<string, number>; errors: Map<string, number>; samples: Sample[] }

async function soaked(site: SoakSite, { seconds }: BenchOptions): Promise<Outcome> {
  const { stack } = site
  const found: Found = { done: new Map(), errors: new Map(), samples: [] }
  const started = performance.now()
  const until = started + seconds * 1000
  const operations = operationsOf(site)
  const watching = watch(site, found, started, until)
  await Promise.all(
    Array.from({ length: callers }, (_, caller) => calls(operations, caller, until, found)),
  )
  await watching
  const requests = site.requests()
  const settledMs = await settled(site)
  found.samples.push({ seconds: (performance.now() - started) / 1000, mib: memoryOf(stack) })
  const sound = { ledger: await verified(site, 'ledger'), audit: await verified(site, 'audit') }
  const isFailed =
    found.errors.size > 0 || memoryState(found.samples) === 'GROWS' || !isSound(sound)
  return {
    series: [
      ...[...found.done].map(([contender, count]) => ({
        contender,
        metric: 'done',
        values: [count],
      })),
      { contender: 'memory', metric: 'MiB', values: found.samples.map(({ mib }) => mib) },
    ],
    verdicts: [],
    text: report(found, { seconds, requests, settledMs, sound }),
    isFailed,
  }
}

/** One caller after the other of its own, each kind as often as its share. */
async function calls(
  operations: readonly Operation[],
  caller: number,
  until: number,
  { done, errors }: Found,
): Promise<void> {
  const deck = operations.flatMap((operation) => Array<Operation>(operation.share).fill(operation))
  while (performance.now() < until) {
    const operation = deck[Math.floor(Math.random() * deck.length)]
    if (!operation) return
    try {
      await operation.run(caller)
      raise(done, operation.kind)
    } catch (error) {
      raise(errors, `${operation.kind}: ${textOf(error)}`)
    }
  }
}

const textOf = (error: unknown): string =>
  error instanceof ApiError ? `${error.status} ${error.code}` : String(error).slice(0, 200)

const raise = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

async function watch({ stack }: SoakSite, { samples }: Found, started: number, until: number) {
  for (;;) {
    const seconds = (performance.now() - started) / 1000
    const mib = memoryOf(stack)
    samples.push({ seconds, mib })
    const database = processTree(stack.pid()).filter(({ command }) =>
      command.startsWith('postgres'),
    )
    const databaseMiB = residentMiB(database.map(({ pid }) => pid))
    console.log(
      `${seconds.toFixed(0)} s: ${mib.toFixed(0)} MiB, database ${databaseMiB.toFixed(0)} MiB`,
    )
    if (performance.now() + lookMs > until) return
    await sleep(lookMs)
  }
}

/** Nothing is under way any more; what is only quoted is left as it is. */
const underWay = [
  `select from transfer where started_at is not null and status in ('PENDING', 'PROCESSING') limit 1`,
  `select from deposit where status in ('RECEIVED', 'SCREENING', 'FORWARDING') limit 1`,
  `select from liquidity_transaction where status in ('INITIATED', 'BROADCAST') limit 1`,
  `select from replenishment where status in ('PENDING', 'CONFIRMING') limit 1`,
  `select from webhook_delivery where status in ('PENDING', 'RETRYING', 'IN_FLIGHT') limit 1`,
]

const settled = ({ stack }: SoakSite): Promise<number> =>
  asAdmin(stack.dataDir, 'corridor', async (admin) => {
    const begun = performance.now()
    for (const query of underWay) await untilNoRow(admin, query)
    return performance.now() - begun
  })

/** What the admin line finds; it ends with an error where the books are not sound. */
async function verified({ stack }: SoakSite, of: 'ledger' | 'audit'): Promise<string> {
  try {
    const found = (await stack.admin([of, 'verify'])) as { sound: boolean }
    return found.sound ? 'sound' : JSON.stringify(found)
  } catch (error) {
    return String(error)
  }
}

function memoryState(samples: readonly Sample[]): 'flat' | 'GROWS' | 'too short to say' {
  if ((samples.at(-1)?.seconds ?? 0) < flatAfterSeconds) return 'too short to say'
  return isFlat(samples) ? 'flat' : 'GROWS'
}

type Sound = { ledger: string; audit: string }

const isSound = ({ ledger, audit }: Sound): boolean => ledger === 'sound' && audit === 'sound'

function report(
  { done, errors, samples }: Found,
  of: { seconds: number; requests: number; settledMs: number; sound: Sound },
): string {
  const total = [...done.values()].reduce((sum, count) => sum + count, 0)
  const slope = slopeOf(samples)
  return [
    ...[...done]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([kind, count]) => `  ${kind.padEnd(20)} ${count}`),
    `operations: ${total} in ${of.seconds} s, ${of.requests} requests and those of setting up`,
    ...[...errors].map(([error, count]) => `  ERROR ${count} times: ${error}`),
    `errors: ${errors.size === 0 ? 'none' : [...errors.values()].reduce((sum, n) => sum + n, 0)}`,
    `memory: ${memoryState(samples)}, ${slope.toFixed(2)} MiB a minute over the last two thirds, ${samples.at(-1)?.mib.toFixed(0)} MiB at the end`,
    `all settled ${(of.settledMs / 1000).toFixed(1)} s after the last call`,
    `ledger verify: ${of.sound.ledger}`,
    `audit verify: ${of.sound.audit}`,
  ].join('\n')
}
