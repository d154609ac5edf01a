import type { Field } from '@corridor/contract'
import { applicableFields, checkFields } from '@corridor/domain'
import { serviceText } from '../../messages/service.ts'
import { nameOf, type Values } from './values.ts'

/**
 * Messages by the name of the input, as the service would give them. In a file of its own, because the checks of many
 * countries are fetched only when something is to be checked.
 */
export function messagesOf(fields: readonly Field[], values: Values): Map<string, string> {
  const asked = applicableFields(fields, values)
  const messages = new Map<string, string>()
  for (const { path, message } of checkFields(asked, values, { required: true })) {
    if (!messages.has(nameOf(path))) messages.set(nameOf(path), serviceText(message))
  }
  return messages
}
