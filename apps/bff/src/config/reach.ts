/** Whether only programs of this machine can reach the service: others' clocks and ports stay theirs. */
export const isForThisMachine = ({ HOST }: { HOST: string }): boolean =>
  HOST === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(HOST) || HOST === '::1'
