import type { PayinRoute } from './queries.ts'

/** What may be asked of a route, in the head of its page. */
export function RouteActions(_: { route: PayinRoute }) {
  return null
}
