import { z } from 'zod'
import type {
  Comparison,
  PartySubject,
  Screening,
  ScreeningHit,
  ScreeningSubject,
} from '../../ports/screening.ts'
import { compareBirth, compareCountry } from './details.ts'
import { instant } from './list-file.ts'

export type ScreeningService = {
  /** `https://…/match/<dataset>` */
  url: string
  key: string | undefined
  timeoutMs: number
}

/** The service's own default: a match scores so much and more, of 100. */
const threshold = 70
/** As many queries as the service takes at once. */
const queriesAtOnce = 100
const resultsMax = 100
/** How long the catalog is believed: it is long, and changes a few times a day. */
const catalogMs = 30_000

const Feature = z.object({ score: z.number(), detail: z.string().nullish() })
const Result = z.object({
  id: z.string(),
  caption: z.string(),
  score: z.number(),
  match: z.boolean(),
  datasets: z.array(z.string()).default([]),
  properties: z.record(z.string(), z.array(z.unknown())).default({}),
  explanations: z.record(z.string(), Feature).default({}),
})
type Result = z.output<typeof Result>
const Answer = z.object({
  responses: z.record(z.string(), z.object({ status: z.number(), results: z.array(Result) })),
})
const Catalog = z.object({
  datasets: z.array(
    z.object({
      name: z.string(),
      title: z.string().optional(),
      version: z.string().nullish(),
      index_version: z.string().nullish(),
      children: z.array(z.string()).default([]),
      updated_at: z.string().nullish(),
      last_export: z.string().nullish(),
    }),
  ),
})

/** The service cannot be asked now, or its answer is none. */
class ServiceFailed extends Error {
  override readonly name = 'ServiceFailed'
}

/**
 * Screens by a service with the match API of OpenSanctions' yente. Its list and version are those
 * of its catalog before the look-up: what a newer list answered is looked up again once the version
 * is seen to have changed.
 */
export function createServiceScreening(
  service: ScreeningService,
  clock: () => number = () => performance.now(),
): Screening & { publishedAt: () => Promise<number> } {
  const { url } = service
  let known: { list: ReturnType<typeof listOf>; readAt: number } | undefined
  const publishedAt = async () => Date.parse((await currentList()).publishedAt)
  return { name: 'sanctions-service', screen, publishedAt }

  function currentList() {
    if (known && clock() - known.readAt < catalogMs) return known.list
    const list = listOf(service)
    known = { list, readAt: clock() }
    list.catch(() => {
      known = undefined
    })
    return list
  }

  async function screen(subjects: readonly ScreeningSubject[]) {
    const list = await currentList()
    const hits: ScreeningHit[] = []
    for (let from = 0; from < subjects.length; from += queriesAtOnce)
      hits.push(...(await match(subjects.slice(from, from + queriesAtOnce), from)))
    return { ...list, threshold, hits }
  }

  async function match(subjects: readonly ScreeningSubject[], from: number) {
    const queries = Object.fromEntries(subjects.map((each, at) => [String(at), queryOf(each)]))
    const address = new URL(url)
    address.searchParams.set('threshold', String(threshold / 100))
    address.searchParams.set('limit', String(resultsMax))
    const answer = Answer.parse(await ask(service, address, { queries }))
    return subjects.flatMap((subject, at) => {
      const found = answer.responses[String(at)]
      if (found?.status !== 200) throw new ServiceFailed('A query was not answered.')
      return found.results
        .filter((result) => result.match && isOf(result, subject))
        .map((result) => hitOf(result, subject, from + at))
        .toSorted((a, b) => b.score - a.score)
    })
  }
}

/** Who has a date of birth is a person; the others may be either. */
function queryOf(subject: ScreeningSubject) {
  if ('address' in subject)
    return { schema: 'CryptoWallet', properties: { publicKey: [subject.address.trim()] } }
  const { name, dateOfBirth = '', country = '' } = subject
  const schema = dateOfBirth === '' ? 'LegalEntity' : 'Person'
  return {
    schema,
    properties: {
      name: [name],
      ...(dateOfBirth !== '' && { birthDate: [dateOfBirth] }),
      ...(country !== '' && { country: [country.toLowerCase()] }),
    },
  }
}

/** An address is listed or not; one that is like it is another. */
const isOf = ({ properties }: Result, subject: ScreeningSubject): boolean =>
  !('address' in subject) ||
  textsOf(properties['publicKey']).some(
    (key) => key.toLowerCase() === subject.address.trim().toLowerCase(),
  )

const textsOf = (values: readonly unknown[] = []): string[] =>
  values.filter((value) => typeof value === 'string')

function hitOf(result: Result, subject: ScreeningSubject, place: number): ScreeningHit {
  const { properties, datasets } = result
  const isAddress = 'address' in subject
  const listed = {
    birthDates: textsOf(properties['birthDate']),
    countries: [...textsOf(properties['country']), ...textsOf(properties['nationality'])].map(
      (code) => code.toUpperCase(),
    ),
  }
  return {
    subject: place,
    name: isAddress ? subject.address : subject.name,
    score: Math.min(100, Math.round(result.score * 100)),
    listedName: result.caption,
    program: (textsOf(properties['programId']).join(';') || datasets.join(';')).slice(0, 500),
    reference: result.id,
    ...comparisonsOf(isAddress ? undefined : subject, listed),
    because: isAddress ? ['the same address'] : reasonsOf(result),
  }
}

type Details = { birthDates: string[]; countries: string[] }

function comparisonsOf(
  subject: PartySubject | undefined,
  listed: Details,
): Record<'dateOfBirth' | 'country', Comparison> {
  return {
    dateOfBirth: compareBirth(subject?.dateOfBirth ?? '', listed),
    country: compareCountry(subject?.country ?? '', listed),
  }
}

/** The features that count for the match, those that count most first. */
const reasonsOf = ({ explanations }: Result): string[] =>
  Object.entries(explanations)
    .filter(([, { score }]) => score > 0)
    .toSorted(([, a], [, b]) => b.score - a.score)
    .map(([name, { detail }]) => detail ?? name.replaceAll('_', ' '))

/** The name, day and version of the service's list. @throws where it has none */
async function listOf(service: ScreeningService) {
  const address = new URL(service.url)
  const [, base = '', name = ''] = /^(.*)\/match\/([^/]+)\/?$/.exec(address.pathname) ?? []
  address.pathname = `${base}/catalog`
  const { datasets } = Catalog.parse(await ask(service, address))
  const found = datasets.find((each) => each.name === decodeURIComponent(name))
  if (!found) throw new ServiceFailed('The service has no such list.')
  const indexed = indexedOf(datasets, found.name)
  // What was read into the index is what answers; a newer version may be on its way.
  const version = indexed?.index_version ?? found.version
  const isUnknown = found.index_version === undefined
  if (!version || !(indexed || isUnknown))
    throw new ServiceFailed('The service has not read its list.')
  return {
    list: found.title ?? found.name,
    publishedAt: new Date(dayOf(version) ?? exportOf(indexed ?? found)).toISOString(),
    version,
  }
}

type Dataset = z.output<typeof Catalog>['datasets'][number]

/** What was read with a dataset: itself, or a collection that has it, as `default` has all. */
function indexedOf(
  datasets: readonly Dataset[],
  name: string,
  seen: ReadonlySet<string> = new Set(),
): Dataset | undefined {
  if (seen.has(name)) return undefined
  const own = datasets.find((each) => each.name === name && each.index_version)
  if (own) return own
  for (const { name: parent, children } of datasets) {
    if (!children.includes(name)) continue
    const indexed = indexedOf(datasets, parent, new Set([...seen, name]))
    if (indexed) return indexed
  }
  return undefined
}

/** Versions are written `20261128143005-abc`; the operator's own may be anything. */
function dayOf(version: string): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(version) ?? []
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time
}

function exportOf({ last_export: exported, updated_at: updated }: Dataset): string {
  const time = instant(exported ?? updated ?? '')
  if (time === undefined) throw new ServiceFailed('The list has no day.')
  return time
}

async function ask(
  { key, timeoutMs }: ScreeningService,
  url: URL,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(key !== undefined && { Authorization: `ApiKey ${key}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    // Another address is given neither the key nor the names.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (answer.status === 200) return answer.json()
  await answer.body?.cancel()
  throw new ServiceFailed(`The screening service answered ${answer.status}.`)
}
