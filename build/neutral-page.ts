import { minifySync } from 'vite'
import { asDrawnKey, keptKey, openKey, sharedKey } from '../src/core/db/marker.ts'
import type { Contacts } from '../src/spec/contacts.ts'
import { contactsBelow, home } from './text.ts'

/**
 * What only index.html contains; the server answers with it at every address that has no page of
 * its own.
 */

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/@/g, '&#64;')

/**
 * Adds the contacts and a link to the home page: index.html has no footer, and without scripts no
 * navigation.
 * @throws Error at build time when the text in index.html has changed
 */
export function withContacts(
  html: string,
  { aidOffice, provider, tollFree, whatsApp, email }: Contacts,
): string {
  const others = [tollFree, ...whatsApp.map(number => `WhatsApp ${number}`), email].filter(Boolean)
  const contacts = ` : ${[...aidOffice, ...provider, ...others].map(escaped).join(', ')}.`
  const written = html.replace(`${contactsBelow}</noscript>`, () => {
    return `${contacts}</noscript><noscript><a href="/home">${home}</a></noscript>`
  })
  if (written === html)
    throw new Error('index.html does not name the contacts: look at build/neutral-page.ts again.')
  return written
}

/**
 * Most students type the bare address: the script redirects to the prerendered home page, without a
 * whole download.
 */
export const withHomeFirst = (html: string): string =>
  html.replace(
    '<title>',
    `<script>location.pathname==='/'&&location.replace('/home')</script><title>`,
  )

/**
 * Adds the drawn pages, each as a template: the worker answers every address with this page, and
 * without a network the one that belongs there is on the screen before any file is read. The
 * wizard's first step is shown only where it will not go again: its window is open as far as this
 * device knows, what is kept here is at most a draft of that step, and nobody shares it.
 */
export function withDrawn(
  html: string,
  drawn: readonly [path: string, title: string, page: string][],
) {
  const templates = drawn.map(
    ([path, title, page]) => `<template data-page="${path}" title="${title}">${page}</template>`,
  )
  const { code } = minifySync('show-drawn.js', show, { module: false })
  return html
    .replace('</head>', '<link rel="expect" href="#files" blocking="render" /></head>')
    .replace('<script type="application/json"', start => {
      return `${templates.join('')}<script>${code}</script>${start}`
    })
}

// Only the worker gives this page its whole style sheet (sw/navigation.ts).
const show = `if(!tooOld&&document.querySelector('[rel=stylesheet]'))for(const {dataset:{page},title,content} of document.querySelectorAll('template')){
if(page!==location.pathname)continue;
const at=key=>{try{return localStorage.getItem(key)}catch{}};
if(page==='/register'&&(!(at('${openKey}')>Date.now())||at('${keptKey}')&&!at('${asDrawnKey}')||at('${sharedKey}')))continue;
const root=document.getElementById('root');
root.dataset.page=page;
root.append(content);
document.title=title
}`
