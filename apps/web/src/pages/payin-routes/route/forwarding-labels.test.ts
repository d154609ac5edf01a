import { expect, test } from 'vitest'
import { forwardingText } from './forwarding-labels.ts'

test.each([
  [
    { routeStatus: 'active', inFlight: 0, held: 0 },
    'Deposits go to the destination as soon as they clear. While the route is off, they are held, not returned.',
  ],
  [
    { routeStatus: 'active', inFlight: 1, held: 2 },
    'Deposits go to the destination as soon as they clear. While the route is off, they are held, not returned. One deposit is on its way now and will finish. 2 deposits are held and move only when somebody decides about them.',
  ],
  [
    { routeStatus: 'inactive', inFlight: 1200, held: 1 },
    'Deposits are taken in and held, not returned, until somebody decides about each of them. 1,200 deposits are on their way now and will finish. One deposit is held and moves only when somebody decides about it.',
  ],
] as const)('what becomes of deposits is shown: %j', (facts, text) => {
  expect(forwardingText(facts)).toBe(text)
})
