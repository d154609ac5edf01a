import type { Endpoint } from '@corridor/contract'
import type { AnyHandler } from '../api/handlers.ts'
import type { AllHandlers } from '../api/mount.ts'
import { operations } from '@corridor/contract'
import type { FindServed } from '../modules/exports/walk.ts'

/** Operations with their handlers by their ids, once all are there. */
export function createServed(): { find: FindServed; serve: (handlers: AllHandlers) => void } {
  const byId = new Map<string, { endpoint: Endpoint; handler: AnyHandler<Endpoint> }>()
  return {
    find: (id) => {
      const found = byId.get(id)
      if (!found) throw new Error(`no operation ${id}`)
      return found
    },
    serve: (handlers) => {
      for (const [module, endpoints] of Object.entries<Record<string, Endpoint>>(operations)) {
        const ofModule = handlers[module as keyof AllHandlers] as Record<
          string,
          AnyHandler<Endpoint> | undefined
        >
        for (const [name, endpoint] of Object.entries(endpoints)) {
          const handler = ofModule[name]
          if (handler) byId.set(endpoint.id, { endpoint, handler })
        }
      }
    },
  }
}
