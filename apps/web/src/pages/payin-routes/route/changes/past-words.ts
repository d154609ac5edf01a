import { routeReason } from '../../../../features/payin-routes/words.ts'
import { wordOf } from '../../../../ui/format/status.ts'
import type { RouteChange } from '../../../../api/queries/payin-routes.ts'

/** What was done, in two words. */
export function changeWord({ kind, routeStatus }: RouteChange): string {
  if (kind === 'created') return 'Route created'
  if (kind === 'destination') return 'Destination changed'
  if (kind === 'status') return routeStatus === 'active' ? 'Switched on' : 'Switched off'
  return wordOf(kind)
}

const actors: Record<string, string> = {
  api_key: 'API key',
  partner_user: 'Member',
  service: 'The service',
  scheduler: 'The service',
}

/** Who did it; the id says which key or person. */
export function actorWord({ actorType }: Pick<RouteChange, 'actorType'>): string {
  return actors[actorType] ?? wordOf(actorType)
}

/** Why, as far as somebody said: the service's own reasons are words, a person's stand as they were written. */
export function changeReason({ reason, kind }: Pick<RouteChange, 'reason' | 'kind'>): string {
  return kind === 'status' ? routeReason(reason) : reason
}
