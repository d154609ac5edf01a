import type { Hex } from './chain.ts'

/** Bytes or an address as this port takes them: a stored text may lack the `0x`. */
export const asHex = (text: string): Hex => `0x${text.replace(/^0x/, '')}`
