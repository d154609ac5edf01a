import { deliveryStates, type DeliveryState } from '@corridor/domain'
const nearMs = 2000
const farMs = 15_000
/** An attempt due within this time is worth waiting for. */
const soonMs = 60_000

type Open = { status: DeliveryState; nextAttemptAt?: string | undefined }

/** How soon deliveries are asked for again: every 2 s while an attempt is near, every 15 s while any is open. */
export function pollMs(deliveries: readonly Open[], now: number): number | false {
  const open = deliveries.filter(({ status }) => isOpen(status))
  if (open.length === 0) return false
  return open.some((delivery) => isNear(delivery, now)) ? nearMs : farMs
}

export const isOpen = (status: DeliveryState): boolean => deliveryStates[status].isOpen

function isNear({ status, nextAttemptAt }: Open, now: number): boolean {
  if (status === 'IN_FLIGHT' || nextAttemptAt === undefined) return true
  return Date.parse(nextAttemptAt) - now < soonMs
}
