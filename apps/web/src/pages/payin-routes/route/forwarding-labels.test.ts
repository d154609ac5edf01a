import { expect, test } from 'vitest'
import { forwardingText } from './forwarding-card.tsx'

test.each([
  [
    { routeStatus: 'active', inFlight: 0, held: 0 },
    'Deposits go to the destination as soon as they clear. While the route is off, they are held, not returned.',
  ],
  [
    { routeStatus: 'active', inFlight: 1, held: 2 },
    'Deposits go to the destination as soon as they clear. While the route is off, they are held, not returned. One deposit is in transit and will finish. 2 deposits are held and move only after review.',
  ],
  [
    { routeStatus: 'inactive', inFlight: 1200, held: 1 },
    'Deposits are accepted and held for review, not returned. 1,200 deposits are in transit and will finish. One deposit is held and moves only after review.',
  ],
] as const)('what becomes of deposits is shown: %j', (facts, text) => {
  expect(forwardingText(facts)).toBe(text)
})
