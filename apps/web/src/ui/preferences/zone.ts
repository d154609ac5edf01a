import { createContext, useContext } from 'react'
import type { Zone } from '../format/times.ts'

/** The user's zone, from the shell. */
export const ZoneContext = createContext<Zone>('local')

export function useZone(): Zone {
  return useContext(ZoneContext)
}
