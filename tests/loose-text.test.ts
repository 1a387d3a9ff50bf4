import { expect, test } from 'vitest'
import type { Elements } from '../src/ui/elements.tsx'
import { looseTexts } from './architecture/loose-text.ts'
import type { Source } from './architecture/source.ts'

/** Which texts a page translator would take out of React's hands (architecture.test.ts judges the portal's own). */

const imports = "import { Fragment, Suspense } from 'react'\n"
const file = (text: string, path = 'src/ui/a.tsx'): Source => ({ path, text: imports + text })
const drawn = (body: string) =>
  looseTexts([file(`export function A({ text, cond, lines }: Props) {\n  return ${body}\n}`)])

test.each([
  ['words beside an expression', '<p>words {text}</p>', 2],
  ['a blank between elements', '<p><b>{text}</b> <i>{text}</i></p>', 1],
  ['a blank in braces', "<p><b>{text}</b>{' '}<i>{text}</i></p>", 1],
  ['beside an element that comes and goes', '<p>{cond && <Icon />}{text}</p>', 1],
  ['a text that comes and goes', '<p><b />{cond && text}</p>', 1],
  ['one of two', '<p><b />{cond ? <i /> : text}</p>', 1],
  ['where none is given', "<p><b />{text ?? 'none'}</p>", 1],
  ['a template', `<p><b />{\`\${text}.\`}</p>`, 1],
  ['a sum', '<p><b />{lines.length + 1}</p>', 1],
  ['a call', '<p><b />{words(text)}</p>', 1],
  ['a list of texts alone', '<p>{lines.map(line => line)}</p>', 1],
  ['a list of texts and elements alone', '<p>{[text, <br key="1" />]}</p>', 1],
  ['in a title', '<title>{text} – page</title>', 2],
  ['in a fragment, whose siblings are elsewhere', '<>{text}</>', 1],
  ['in a fragment with a key', '<p>{lines.map(line => <Fragment key={line}>{line}</Fragment>)}</p>', 1],
  ['in a part that is no element of the page', '<Suspense fallback={null}>{text}</Suspense>', 1],
  ['given to a component beside others', '<Alert>{text}<br /></Alert>', 1],
  ['all that a component gives, at times', "cond ? 'words' : <p />", 1],
  ['children that a component hands on', 'children', 1],
])('a text that stands beside others is found: %s', (_, body, times) => expect(drawn(body)).toHaveLength(times))

test.each([
  ['what a property may be', 'const A = ({ a }: { a: ReactNode }) => <p><b />{a}</p>'],
  ['what a function may give', 'const A = ({ a }: { a: () => ReactNode }) => <p><b />{a()}</p>'],
  ['a name for a text', 'const word = text\nconst a = <p><b />{word}</p>'],
  ['a name that is set to a text later', "let a = <i />\na = 'word'\nconst b = <p><b />{a}</p>"],
  ['a name that two components use', 'type P = { a: Elements }\ntype Q = { a: string }\nconst b = <p><b />{a}</p>'],
  ['a name for a list', 'const words = lines.map(line => line)\nconst a = <p>{words}</p>'],
  ['what an own function gives', 'const say = () => cond ? <b /> : text\nconst a = <p><b />{say()}</p>'],
  ['an arrow component', "const Word = () => 'word'"],
  ['what is imported from elsewhere', "import { part } from 'parts'\nconst a = <p><b />{part}</p>"],
])('… %s', (_, text) => expect(looseTexts([file(text)])).toHaveLength(1))

test('… what another file gives', () => {
  const other = file("export const word = () => 'word'\nexport const part = () => <b />", 'src/ui/b.tsx')
  const use = (name: string) =>
    looseTexts([other, file(`import { ${name} } from './b.tsx'\nconst a = <p><b />{${name}()}</p>`)])
  expect([use('word').length, use('part').length]).toEqual([1, 0])
})

test.each([
  ['one string, which React writes by textContent', '<p>{text}</p>'],
  ['words over two lines', '<p>\n    words\n  </p>'],
  ['a string in place of an element', '<p>{cond ? text : <b />}</p>'],
  ['an option of a list', '<select>{lines.map(line => <option key={line}>{line}</option>)}</select>'],
  ['elements on lines of their own', '<p>\n    <b />\n    <i />\n  </p>'],
  ['an element that comes and goes', '<p><b />{cond && text !== line && <i />}</p>'],
  ['a list that says what each is', '<p><b />{lines.map(line => { const a = 1; return <i key={line}>{a}</i> })}</p>'],
  ['a comment', '<p>{/* why */}{text}</p>'],
  ['all that a component gives', 'cond ? <p /> : null'],
])('no text stands beside others: %s', (_, body) => expect(drawn(body)).toEqual([]))

test.each([
  ['what a property is by its type', 'const A = ({ a }: { a?: Elements }) => <p><b />{a}</p>'],
  ['children by their type', 'const A = ({ children }: { children: ReactElement | null }) => children'],
  [
    'what a function may give',
    'interface P {\n  a?: ((b: string) => Elements) | undefined\n}\nconst b = <p><b />{a?.(c)}</p>',
  ],
  ['what a method gives by its type', 'interface P {\n  a(b: string): Elements\n}\nconst b = <p><b />{a(c)}</p>'],
  ['a name for an element', 'const icon = <Icon />\nconst a = <p>{icon}<b /></p>'],
  [
    'a name for a list',
    'const all = useMemo(() => lines.map(one), [])\nconst one = () => <i />\nconst a = <p><b />{all}</p>',
  ],
  ['what an own function gives', 'const part = (text: string) => <b>{text}</b>\nconst a = <p><b />{part(text)}</p>'],
])('… %s', (_, text) => expect(looseTexts([file(text)])).toEqual([]))

test('… what the compiler takes for elements', () => {
  const none: Elements[] = [undefined, null, false, '', []]
  // @ts-expect-error a text is none of them, or a component would draw one beside others
  none.push('words')
  expect(none).toHaveLength(6)
})
