import type { Entity } from '../../../api/queries/entities.ts'
import { RoutesOfEntity } from '../../../features/payin-routes/routes-of.tsx'

/** Where the deposits of this entity go on to. */
export function RoutesTab({ entity: { entityId } }: { entity: Entity }) {
  return <RoutesOfEntity entityId={entityId} />
}
