import { expect, test } from 'vitest'
import { routes } from '@corridor/contract/routes'
import { curlOf } from './control.tsx'

const origin = 'https://pay.example.com'

test('the API’s own path, the key as a variable, the body as one word', () => {
  const input = { params: { entityId: 'ent_1' }, body: { decision: 'APPROVED' } }
  expect(curlOf(origin, routes.sandbox.decideKyc, input)).toBe(
    [
      'curl -X POST "https://pay.example.com/api/v1/sandbox/kyc/ent_1/decision" \\',
      '  -H "x-api-token: $CORRIDOR_API_KEY" \\',
      '  -H "content-type: application/json" \\',
      `  -d '{"decision":"APPROVED"}'`,
    ].join('\n'),
  )
  expect(curlOf(origin, routes.sandbox.clock, {})).not.toContain('-d ')
})

test.each(["O'Hara", "''", '$(touch /tmp/x) `id` "\\', '\n; rm -rf /'])(
  'a shell reads %j as it was typed',
  (senderName) => {
    const input = { params: { fundingAccountId: 'fund_1' }, body: { senderName } }
    const command = curlOf(origin, routes.sandbox.depositForFunding, input)
    const argument = command.slice(command.indexOf('-d ') + 3)
    // Single quotes end only at the next one; between two of them an escaped one stands for itself.
    expect(argument).toMatch(/^'[^']*'(?:\\''[^']*')*$/)
    const read = argument.slice(1, -1).replaceAll(String.raw`'\''`, "'")
    expect(JSON.parse(read)).toEqual({ senderName })
  },
)
