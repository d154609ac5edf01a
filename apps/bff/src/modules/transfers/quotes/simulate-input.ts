import type { Simulate } from '@corridor/contract'
import type { z } from 'zod'

export type SimulateInput = z.output<typeof Simulate>
