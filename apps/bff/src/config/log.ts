import { type Logger, pino, stdSerializers } from 'pino'

/** The log of a process, on standard error: standard output carries answers. */
export const createLog = (level: string): Logger =>
  pino(
    { level, redact, serializers: { err: errorFacts } },
    pino.destination({ dest: 2, sync: true }),
  )

/** Members that never reach a log (signing-formats.md 11). */
const redact = [
  'privateKey',
  'credentialBundle',
  'otpCode',
  'oidcToken',
  'payloadSignature',
  'mnemonic',
  'apiToken',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

const loggedFields = ['type', 'message', 'stack', 'code', 'constraint', 'table', 'column'] as const

/**
 * An error's message, its code and the names of what refused. Whatever else it carries stays
 * out: the database's driver adds whole rows (`detail`) and clients with their passwords.
 */
export function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const all: Record<string, unknown> = { ...stdSerializers.err(error) }
  const parts = error instanceof AggregateError ? error.errors : []
  return {
    ...Object.fromEntries(loggedFields.flatMap((name) => (all[name] ? [[name, all[name]]] : []))),
    ...(parts.length > 0 && { parts: parts.map(errorFacts) }),
  }
}
