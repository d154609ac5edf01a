import type { PayinRoute } from './queries.ts'

/** Whether deposits are forwarded, in the head of the card that says what that means. */
export function RouteSwitch(_: { route: PayinRoute }) {
  return null
}
