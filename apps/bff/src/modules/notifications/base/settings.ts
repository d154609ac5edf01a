import { z } from 'zod'
import { kinds, kindNames, type KindName } from './kinds.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** A zone that this server knows by name. */
const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const Channels = z.strictObject({ page: z.boolean(), mail: z.boolean() })

/** What a member chose: channels of kinds, and when no mail comes. */
export const Settings = z.strictObject({
  kinds: z.partialRecord(z.enum(kindNames), Channels).default({}),
  quiet: z
    .strictObject({
      from: time,
      to: time,
      zone: z.string().max(60).refine(isZone, 'Unknown zone.'),
    })
    .nullable()
    .default(null),
})
export type Settings = z.output<typeof Settings>

/** As it was stored; what is not readable any more is the default. */
export function settingsOf(stored: unknown): Settings {
  const parsed = Settings.safeParse(stored)
  return parsed.success ? parsed.data : { kinds: {}, quiet: null }
}

/** Where a kind reaches a member; fixed ones everywhere. */
export function channelsOf({ kinds: chosen }: Settings, kind: KindName): z.output<typeof Channels> {
  if (kinds[kind].isFixed) return { page: true, mail: true }
  return chosen[kind] ?? { page: true, mail: kinds[kind].mails }
}

/** Kinds that a member does not want to see in the inbox. */
export const hiddenKinds = (settings: Settings): KindName[] =>
  kindNames.filter((kind) => !channelsOf(settings, kind).page)

const dayMinutes = 24 * 60

/** Minutes until a quiet time ends; 0 outside of one. */
export function quietMinutes({ quiet }: Settings, at: Date): number {
  if (!quiet || quiet.from === quiet.to) return 0
  const now = minutesIn(quiet.zone, at)
  const from = minutesOf(quiet.from)
  const length = (minutesOf(quiet.to) - from + dayMinutes) % dayMinutes
  const since = (now - from + dayMinutes) % dayMinutes
  return since < length ? length - since : 0
}

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map((part) => Number(part))
  return hours * 60 + minutes
}

function minutesIn(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
  return minutesOf(parts)
}
