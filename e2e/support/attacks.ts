import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What runs when a page takes a text for markup: the function that the test watches. */
const call = 'attacked()'
const events = ['onerror', 'onload', 'onfocus', 'onmouseover', 'ontoggle', 'onanimationstart']
const elements = ['img src=x', 'svg', 'input autofocus', 'details open', 'video src=x', 'body']
const wrappers: ((text: string) => string)[] = [
  (text) => text,
  (text) => `">${text}`,
  (text) => `'>${text}`,
  (text) => `</title>${text}`,
  (text) => `</script>${text}`,
]
const alone = [
  `<script>${call}</script>`,
  `<scr<script>ipt>${call}</scr</script>ipt>`,
  `<iframe srcdoc="<script>parent.${call}</script>">`,
  `<iframe src="javascript:parent.${call}">`,
  `<a href="javascript:${call}">x</a>`,
  `javascript:${call}`,
  `JaVaScRiPt:${call}//`,
  `data:text/html,<script>${call}</script>`,
  `<object data="javascript:${call}">`,
  `<embed src="javascript:${call}">`,
  `<form action="javascript:${call}"><button>x`,
  `<math><mtext><script>${call}</script>`,
  `<style>@import 'javascript:${call}'</style>`,
  `<link rel=stylesheet href="javascript:${call}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${call}">`,
  `<base href="javascript:${call}//">`,
  '{{constructor.constructor("attacked()")()}}',
  '${attacked()}',
  `<template><script>${call}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
]

/** 200 texts that run a script in a page that shows one of them as anything but text. */
export const scripts: readonly string[] = [
  ...alone,
  ...wrappers.flatMap((wrap) =>
    elements.flatMap((element) => events.map((event) => wrap(`<${element} ${event}=${call}>`))),
  ),
].slice(0, 200)

/** A page of somebody else, which the victim visits while signed in. */
export type EvilSite = { port: number; close: () => Promise<void> }

export async function startEvilSite(): Promise<EvilSite> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Prizes</title><h1>Prizes</h1>')
  })
  server.listen(0)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/**
 * In the page of the evil site: everything that a page can send to another origin with the
 * victim's cookies. Gives what it could read of the answers.
 */
export async function attackFromPage(target: string): Promise<string[]> {
  const read: string[] = []
  const paths = ['/bff/sign-out', '/bff/drafts/kept', '/bff/api/v1/xfer/entity/create']
  const writes = [...paths, '/bff/session/keep-alive', '/bff/team/links', '/bff/team/email']
  const note = async (answer: Promise<Response>) => {
    try {
      read.push(await (await answer).text())
    } catch {
      // The browser refused to send it or to show its answer.
    }
  }
  const body = '{"kind":"transfer","title":"taken","body":{},"role":"owner"}'
  for (const path of writes) {
    const url = target + path
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
      const holder = document.createElement('iframe')
      holder.name = `frame${document.querySelectorAll('iframe').length}`
      document.body.append(holder)
      const form = document.createElement('form')
      Object.assign(form, { action: url, method: 'post', enctype: type, target: holder.name })
      const field = document.createElement('input')
      Object.assign(field, { name: '{"kind":"transfer","x":"', value: '"}' })
      form.append(field)
      document.body.append(form)
      form.submit()
    }
    const headers = { 'content-type': 'application/json', 'x-requested-by': 'page' }
    for (const mode of ['no-cors', 'cors'] as const) {
      const shared = { mode, credentials: 'include' as const }
      for (const method of ['POST', 'PUT', 'DELETE'])
        await note(fetch(url, { ...shared, method, headers, body }))
      await note(fetch(url, { ...shared, method: 'POST', body }))
      await note(fetch(url, { ...shared, method: 'POST' }))
    }
    navigator.sendBeacon(url, body)
    navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' }))
  }
  for (const path of ['/bff/session', '/bff/team', '/bff/api/v1/xfer/entity', '/bff/events']) {
    const url = target + path
    await note(fetch(url, { credentials: 'include', signal: AbortSignal.timeout(2_000) }))
    for (const [tag, attribute] of [
      ['script', 'src'],
      ['img', 'src'],
      ['link', 'href'],
      ['iframe', 'src'],
      ['object', 'data'],
    ] as const) {
      const element = document.createElement(tag)
      element.setAttribute(attribute, url)
      if (tag === 'link') element.setAttribute('rel', 'stylesheet')
      document.body.append(element)
    }
    const source = new EventSource(url, { withCredentials: true })
    source.addEventListener('message', ({ data }) => read.push(String(data)))
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 1_500)
  })
  for (const element of document.querySelectorAll('iframe'))
    try {
      read.push(element.contentDocument?.body.innerText ?? '')
    } catch {
      // Another origin's document is out of reach.
    }
  return read.filter((text) => text !== '')
}
