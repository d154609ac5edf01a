import { expect, test } from 'vitest'
import { parseHeaders } from './verifier-tab.tsx'

const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1795179980' }

test.each([
  ['lines', 'webhook-id: evt_1\nwebhook-timestamp: 1795179980'],
  ['other case and spaces', 'Webhook-Id:evt_1\r\n  Webhook-Timestamp :  1795179980 '],
  ['a command line', "-H 'webhook-id: evt_1' \\\n  -H 'webhook-timestamp: 1795179980'"],
  ['JSON', '{ "webhook-id": "evt_1", "Webhook-Timestamp": 1795179980 }'],
  [
    'what else was in the request',
    'POST /hooks HTTP/1.1\nwebhook-id: evt_1\nwebhook-timestamp: 1795179980\n\n',
  ],
])('headers are read as %s', (_, text) => {
  expect(parseHeaders(text)).toEqual(headers)
})

test('a value keeps its own colons, quotes and spaces', () => {
  const value = 'v1,abc= v1,de:f='
  expect(parseHeaders(`webhook-signature: ${value}`)).toEqual({ 'webhook-signature': value })
})
