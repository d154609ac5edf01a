/** A GET request as bytes on the wire. */
export function getRequest(path: string, headers: Record<string, string> = {}): string {
  return [`GET ${path} HTTP/1.1`, ...headerLines(headers), '', ''].join('\r\n')
}

/** A POST request of JSON; its `{{uuid}}` are replaced by what is as long as a uuid. */
export function postRequest(path: string, body: object, headers: Record<string, string> = {}) {
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text.replaceAll('{{uuid}}', '0'.repeat(36)))
  const own = { 'content-type': 'application/json', 'content-length': String(length) }
  return [`POST ${path} HTTP/1.1`, ...headerLines({ ...own, ...headers }), '', text].join('\r\n')
}

const headerLines = (headers: Record<string, string>): string[] =>
  Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
