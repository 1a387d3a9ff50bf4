import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ToPrepare } from '../../../../src/features/home/screen.tsx'
import * as homeText from '../../../../src/features/home/text.ts'
import { documentsOf, variants } from '../../../../src/spec/documents.ts'

test.each(variants)('the home page names the documents that the %s wizard asks for, and no other', variant => {
  const shown = renderToStaticMarkup(createElement(ToPrepare, { variant })).replaceAll('&#x27;', "'")
  const named = Object.entries(homeText.documents).filter(([, words]) => shown.includes(words))
  expect(named.map(([document]) => document).sort()).toEqual([...documentsOf(variant)].sort())
})
