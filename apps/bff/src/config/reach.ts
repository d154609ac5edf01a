/** Whether only programs of this machine can reach the service: others' clocks and ports stay theirs. */
export const isForThisMachine = ({ HOST }: { HOST: string }): boolean =>
  HOST === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(HOST) || HOST === '::1'

/** Over http a list comes from this machine alone. */
export function isListAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol === 'http:') return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url?.protocol === 'https:'
}
