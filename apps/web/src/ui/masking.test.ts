import { expect, test } from 'vitest'
import { masked, maskedEmail, maskedEnd, maskedPhone } from './masking.ts'

test.each([
  [maskedEmail, 'ada@example.com', 'a••••@example.com'],
  [maskedEmail, '"a@b"@example.com', '"••••@example.com'],
  [maskedEmail, '@example.com', '••••'],
  [maskedEmail, '', ''],
  [maskedPhone, '+44 7400 123456', '+44 •••• 56'],
  [maskedPhone, '+1 23', '••••'],
  [maskedEnd, 'NO918273645MVA', '•••• VA'],
  [maskedEnd, '12345', '••••'],
  [masked, '1990-04-12', '••••'],
  [masked, '', ''],
])('%o shows %j as %j', (mask, text, shown) => {
  expect(mask(text)).toBe(shown)
})
