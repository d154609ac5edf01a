import type { Entity } from '../../components/entity.ts'
import { RoutesOfEntity } from '../../components/payin/routes-of.tsx'

/** Where the deposits of this entity go on to. */
export function RoutesTab({ entity: { entityId } }: { entity: Entity }) {
  return <RoutesOfEntity entityId={entityId} />
}
