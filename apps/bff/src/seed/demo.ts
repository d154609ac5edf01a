import { halden } from './demo-halden.ts'
import { kestrel } from './demo-kestrel.ts'
import type { DemoPartner } from './demo-records.ts'

/** The two partners of every sandbox, with what their first customers have and did. */
export const demoPartners: readonly DemoPartner[] = [halden, kestrel]
