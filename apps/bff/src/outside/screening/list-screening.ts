import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createNameIndex, type NameMatch } from '@corridor/screening'
import type { Logger } from 'pino'
import { type ListEntry, readList, requireEntries, type SanctionsList } from './list-file.ts'
import { compareBirth, compareCountry } from './details.ts'
import type {
  AddressSubject,
  PartySubject,
  Screening,
  ScreeningHit,
  ScreeningReport,
  ScreeningSubject,
} from '../../ports/screening.ts'

/** Names that are at least this much alike, of 100, go to a person. docs/adr/0029-screening.md */
export const threshold = 85
/** Taken off where both sides have a date of birth and they differ by more than a year. */
const otherBirth = 13
/** A date of birth may be a false one: from this on it lowers no name below the threshold. */
const nearName = 94

/** So many entries are taken into the index at once. */
const entriesAtOnce = 200

/** A few well-known entries of public lists, for the sandbox alone. */
export const sampleList = fileURLToPath(new URL('./sanctions-sample.csv', import.meta.url))

type Loaded = {
  list: Pick<SanctionsList, 'name' | 'publishedAt' | 'version'>
  find: ReturnType<typeof createNameIndex<ListEntry>>['find']
  /** Entries by an address of theirs. */
  owners: ReadonlyMap<string, ListEntry[]>
  entries: number
  /** When the file was written; in milliseconds. */
  writtenAt: number
  /** Changes with the file. */
  stamp: string
}

type ListScreening = Screening & {
  /** The list that answers; a replacement that was refused is none. */
  loaded: () => Promise<{ version: string; writtenAt: number }>
}

/**
 * Screens against a sanctions list in a file, which may be replaced while the service runs: it is
 * read again when its time or size changes. A bad replacement, or one that has lost many entries, is
 * logged, and the old list stays.
 * @throws where the file cannot be read or lists nothing
 */
export async function openListScreening(
  path: string,
  log: Logger,
  { mayShrink = false }: { mayShrink?: boolean } = {},
): Promise<ListScreening> {
  let loaded = await load(path, await stampOf(path))
  let refused = ''
  let reading: Promise<void> | undefined
  return { name: 'sanctions-list', screen, loaded: current }

  async function current() {
    await refresh()
    return { version: loaded.list.version, writtenAt: loaded.writtenAt }
  }

  async function screen(subjects: readonly ScreeningSubject[]): Promise<ScreeningReport> {
    await refresh()
    const { list } = loaded
    return {
      list: list.name,
      publishedAt: list.publishedAt,
      version: list.version,
      threshold,
      hits: subjects.flatMap((subject, place) => hitsOf(subject, place, loaded)),
    }
  }

  /** Those who ask at the same time wait for the same reading. */
  function refresh(): Promise<void> {
    reading ??= readAgain().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function readAgain(): Promise<void> {
    try {
      const stamp = await stampOf(path)
      if (stamp === loaded.stamp || stamp === refused) return
      // A file that is refused is not read again for each question, only once it changes again.
      refused = stamp
      const next = await load(path, stamp)
      if (!mayShrink) requireEntries(next.entries, loaded.entries)
      loaded = next
      log.info({ list: loaded.list.name }, 'the sanctions list was read again')
    } catch (error) {
      log.error({ err: error }, 'the new sanctions list cannot be used; the old one stays')
    }
  }
}

async function load(path: string, stamp: string): Promise<Loaded> {
  const { mtime } = await stat(path)
  const { entries, ...list } = await readList(path, mtime)
  const { find } = await indexOf(entries)
  const facts = { entries: entries.length, writtenAt: mtime.getTime(), stamp }
  return { list, find, owners: ownersOf(entries), ...facts }
}

/** Others have their turn in between: a list of all countries takes seconds. */
async function indexOf(entries: readonly ListEntry[]) {
  const index = createNameIndex<ListEntry>()
  for (const [at, entry] of entries.entries()) {
    index.add(entry)
    if (at % entriesAtOnce === 0) await nextTurn()
  }
  return index
}

function ownersOf(entries: readonly ListEntry[]): Map<string, ListEntry[]> {
  const owners = new Map<string, ListEntry[]>()
  for (const entry of entries)
    for (const address of entry.addresses)
      owners.set(address, [...(owners.get(address) ?? []), entry])
  return owners
}

async function stampOf(path: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path)
  return `${mtimeMs} ${size} ${ino}`
}

function hitsOf(subject: ScreeningSubject, place: number, { find, owners }: Loaded) {
  if ('address' in subject)
    return (owners.get(subject.address.trim().toLowerCase()) ?? []).map((entry) =>
      addressHit(subject, place, entry),
    )
  return find(subject.name, threshold)
    .map((match) => hitOf(subject, place, match))
    .filter(({ score }) => score >= threshold)
    .sort((a, b) => b.score - a.score)
}

function addressHit({ address }: AddressSubject, place: number, entry: ListEntry): ScreeningHit {
  return {
    subject: place,
    name: address,
    score: 100,
    listedName: entry.names[0] ?? address,
    program: entry.program,
    reference: entry.reference,
    dateOfBirth: 'UNKNOWN',
    country: 'UNKNOWN',
    because: ['the same address'],
  }
}

function hitOf(subject: PartySubject, place: number, match: NameMatch<ListEntry>): ScreeningHit {
  const { entry, listedName } = match
  const dateOfBirth = compareBirth(subject.dateOfBirth ?? '', entry)
  return {
    subject: place,
    name: subject.name,
    score: dateOfBirth === 'DIFFERENT' ? withOtherBirth(match.score) : match.score,
    listedName,
    program: entry.program,
    reference: entry.reference,
    dateOfBirth,
    country: compareCountry(subject.country ?? '', entry),
    because: match.because,
  }
}

const withOtherBirth = (score: number): number =>
  Math.max(score - otherBirth, score >= nearName ? threshold : 0)
