import type { FaultMoment, Faults } from '../ports/faults.ts'

export const noFaults: Faults = { reach: () => undefined }

/**
 * Ends the process as a power cut would: nothing is flushed, closed or answered. The plan names one
 * point, or several with the number of those who stay there, e.g.
 * `conversion:after_effect*3,payout_submitted:before_commit*3`: the end comes when all places are
 * taken. Those of the last point are taken last, since its locks may keep others from theirs.
 * After a plan with `!` at its end the process is suspended instead, until it is continued.
 */
export function crashAt(plan: string): Faults {
  const isFrozen = plan.endsWith('!')
  const gate = Promise.withResolvers<void>()
  const places = plan
    .replace('!', '')
    .split(',')
    .map((text) => {
      const [name = '', count = '1'] = text.split('*')
      return { name, free: Number(count) }
    })
  const last = places.at(-1)
  const others = places.filter((place) => place !== last)
  return { reach }

  function reach(step: string, moment: FaultMoment): Promise<void> | undefined {
    const place = places.find(({ name }) => name === `${step}:${moment}`)
    if (!place || place.free === 0) return undefined
    if (place === last && others.some(({ free }) => free > 0)) return undefined
    place.free -= 1
    if (places.every(({ free }) => free === 0)) {
      process.kill(process.pid, isFrozen ? 'SIGSTOP' : 'SIGKILL')
      gate.resolve()
    }
    return gate.promise
  }
}
