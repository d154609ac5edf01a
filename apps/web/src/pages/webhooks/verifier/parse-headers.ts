/**
 * Headers as people paste them: lines of `name: value`, with or without the `-H` and quotes of a command line, or a
 * JSON object. Names come out in lower case; lines that are no header are passed over.
 */
export function parseHeaders(text: string): Record<string, string> {
  return fromJson(text) ?? fromLines(text)
}

function fromJson(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.fromEntries(
      Object.entries(value).map(([name, content]) => [name.toLowerCase(), String(content)]),
    )
  } catch {
    return undefined
  }
}

const line = /^\s*(?:-H\s*)?(["']?)([\w-]+)\s*:\s*(.*?)\1\s*\\?\s*$/

function fromLines(text: string): Record<string, string> {
  const found = text.split('\n').flatMap((item) => {
    const [, , name = '', value = ''] = line.exec(item) ?? []
    return name === '' ? [] : [[name.toLowerCase(), value] as const]
  })
  return Object.fromEntries(found)
}
