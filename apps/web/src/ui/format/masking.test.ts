import { expect, test } from 'vitest'
import { masked, maskedNumber, maskedPhone } from './masking.ts'

test.each([
  [maskedPhone, '+44 7400 123456', '+44 •••• 56'],
  [maskedPhone, '+1 23', '••••'],
  [maskedPhone, '+44 •••• 56', '+44 •••• 56'],
  [maskedNumber, 'DE89370400440532013000', '••••3000'],
  [maskedNumber, '12345', '••••45'],
  [maskedNumber, '1234', '••••'],
  [maskedNumber, '••••3000', '••••3000'],
  [maskedNumber, '', ''],
  [masked, '1990-04-12', '••••'],
  [masked, '', ''],
])('%o shows %j as %j', (mask, text, shown) => {
  expect(mask(text)).toBe(shown)
})
