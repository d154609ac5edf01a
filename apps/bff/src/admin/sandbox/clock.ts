import { now } from '../../db/open.ts'
import { moveClock } from '../../modules/sandbox/store.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import { byOperator, Misuse, onSite, reason, Refused, textOption } from '../base/command.ts'
import type { Site } from '../base/site.ts'

/** As one request of a partner may advance it. */
const daysMax = 3_650
const secondsOf = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

export const clockCommands = {
  'clock show': onSite({
    summary: 'say the service time and who moves it',
    options: {},
    run: async ({ db, config }) => ({
      now: (await db.asWorker(now)).toISOString(),
      movedBy: config.ENVIRONMENT === 'live' ? 'nobody' : config.SANDBOX_CLOCK,
    }),
  }),
  'clock advance': onSite({
    summary: 'move the sandbox’s clock forward for all partners; it never goes back',
    options: {
      for: textOption('<duration>', `such as 90s, 15m, 6h or 3d; at most ${daysMax}d`).optional(),
      to: textOption('<ISO time>', 'instead: the service time it shall be').optional(),
      reason: reason(),
    },
    run: async (site, options) => {
      if (site.config.ENVIRONMENT === 'live')
        throw new Refused('Only the clock of a sandbox can be moved.')
      const moved = await site.db.asWorker(async (tx) => {
        const before = await now(tx)
        const at = await moveClock(tx, secondsFrom(options, before))
        await recordAudit(tx, byOperator(operatorPartnerId), {
          action: 'sandbox.clock_advanced',
          object: { kind: 'clock', id: 'service' },
          before: { now: before.toISOString() },
          after: { now: at.toISOString() },
          reason: options.reason,
        })
        return { before, at }
      })
      announce(site)
      return { before: moved.before.toISOString(), now: moved.at.toISOString() }
    },
  }),
}

/** The running server has its dev chains follow, and does what is due. */
function announce({ wake }: Site): void {
  wake.notify('clock')
  wake.notify('sweep')
}

type Move = { for?: string | undefined; to?: string | undefined }

function secondsFrom({ for: duration, to }: Move, before: Date): number {
  if ((duration === undefined) === (to === undefined)) throw new Misuse('Say --for or --to.')
  const seconds = duration === undefined ? until(to ?? '', before) : lengthOf(duration)
  if (seconds <= 0) throw new Refused('The clock never goes back.')
  if (seconds > daysMax * secondsOf.d) throw new Refused(`At most ${daysMax} days at once.`)
  return seconds
}

function lengthOf(duration: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(duration) ?? []
  if (count === undefined) throw new Misuse('--for: such as 90s, 15m, 6h or 3d.')
  return Number.parseInt(count, 10) * secondsOf[unit as keyof typeof secondsOf]
}

function until(to: string, before: Date): number {
  const at = Date.parse(to)
  if (Number.isNaN(at)) throw new Misuse('--to: a time such as 2030-01-31T12:00:00Z.')
  return Math.ceil((at - before.getTime()) / 1_000)
}
