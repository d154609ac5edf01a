import { expect, test } from 'vitest'
import { openBank } from './bank.ts'
import { StartRefused } from './start-refused.ts'

test('live refuses the simulated bank, the sandbox has it', () => {
  expect(openBank({ ENVIRONMENT: 'sandbox' })).toMatchObject({ simulated: true })
  expect(() => openBank({ ENVIRONMENT: 'live' })).toThrow(StartRefused)
  expect(() => openBank({ ENVIRONMENT: 'live' })).toThrow('simulated')
})
