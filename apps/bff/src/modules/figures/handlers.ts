import type { figures } from '@corridor/contract'
import { type Handlers, reading, success } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { createFigures } from './service.ts'

export function figureHandlers(deps: Pick<Deps, 'jurisdictions'>): Handlers<typeof figures> {
  const service = createFigures(deps)
  return {
    overview: reading(async (tx, { query }, { partnerId }) =>
      success(await service.overview(tx, partnerId, query)),
    ),
    volume: reading(async (tx, { query }, { partnerId }) =>
      success(await service.volume(tx, partnerId, query)),
    ),
    corridors: reading(async (tx, { query }, { partnerId }) =>
      success(await service.corridors(tx, partnerId, query)),
    ),
  }
}
