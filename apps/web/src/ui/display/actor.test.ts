import { expect, test } from 'vitest'
import { actorText } from './actor.tsx'

test.each([
  ['partner_user', 'mem_1', 'Ada Byron', 'Ada Byron'],
  ['api_key', 'key_1', 'Bookkeeping', 'Bookkeeping (API key)'],
  ['partner_user', 'mem_01h455vb4pex5vsknk084sn02q', '', 'Member mem_01h455vb…n02q'],
  ['service', 'worker', '', 'The service'],
  ['auditor', '', '', 'Auditor'],
])('%s %s named "%s" is %s', (type, id, name, text) => {
  expect(actorText(type, id, name)).toBe(text)
})
