import { randomBytes } from 'node:crypto'
import type { RelyingParty } from '../src/index.ts'

export const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length))

export const relyingParty: RelyingParty = {
  rpId: 'app.example.com',
  origins: ['https://app.example.com'],
}
