import { StartRefused } from './start-refused.ts'

const envLine = /^([A-Z][A-Z0-9_]*)=(.*)$/

/**
 * Reads `KEY=value` lines; `#` begins a comment line; quotes around a value are dropped.
 * @throws StartRefused on any other line or a key set twice; it names the line, never its text
 */
export function readEnvFile(text: string, name: string): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const trimmed = raw.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const [, key, value] = envLine.exec(trimmed) ?? []
    if (key === undefined || value === undefined) {
      throw new StartRefused(`${name}, line ${index + 1}: expected NAME=value.`)
    }
    if (Object.hasOwn(settings, key)) {
      throw new StartRefused(`${name}, line ${index + 1}: ${key} is there twice.`)
    }
    settings[key] = value.trim().replace(/^(["'])(.*)\1$/, '$2')
  }
  return settings
}
