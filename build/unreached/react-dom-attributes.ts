import type { Row } from './row.ts'

const renamed =
  'acceptCharset httpEquiv crossOrigin accentHeight alignmentBaseline arabicForm baselineShift capHeight clipPath clipRule ' +
  'colorInterpolation colorInterpolationFilters colorProfile colorRendering dominantBaseline enableBackground fillOpacity ' +
  'floodColor floodOpacity fontFamily fontSize fontSizeAdjust fontStretch fontStyle fontVariant fontWeight glyphName ' +
  'glyphOrientationHorizontal glyphOrientationVertical horizAdvX horizOriginX imageRendering letterSpacing lightingColor ' +
  'markerEnd markerMid markerStart maskType overlinePosition overlineThickness paintOrder pointerEvents renderingIntent ' +
  'shapeRendering stopColor stopOpacity strikethroughPosition strikethroughThickness strokeDasharray strokeDashoffset ' +
  'strokeLinejoin strokeMiterlimit strokeOpacity textAnchor textDecoration textRendering transformOrigin ' +
  'underlinePosition underlineThickness unicodeBidi unicodeRange unitsPerEm vAlphabetic vHanging vIdeographic ' +
  'vMathematical vectorEffect vertAdvY vertOriginX vertOriginY wordSpacing writingMode xmlnsXlink xHeight'

/** React's code for elements and attributes that the portal never uses. */
export const attributes: readonly Row[] = [
  {
    why: 'Of attributes that HTML and SVG call otherwise than JSX, these four are written.',
    unless: new RegExp(`\\b(?:${renamed.split(' ').join('|')})(?:=["{]|: )|\\bpanose-1\\b`),
    cuts: [
      {
        from: 'var aliases = new Map([',
        to: '["xHeight", "x-height"]\n  ])',
        instead:
          'var aliases = new Map([["htmlFor", "for"], ["fillRule", "fill-rule"], ["strokeLinecap", "stroke-linecap"], ["strokeWidth", "stroke-width"]])',
      },
    ],
  },
  {
    why: "An attribute's name stands in the source, and is one.",
    less: { isAttributeNameSafe: 'return !0' },
  },
  {
    why: "Nobody writes a style (but the router's own message on a failed page, in words).",
    unless: /\bstyle=/,
    cuts: [
      { from: 'var unitlessNumbers = new Set(', to: ');', instead: '' },
      { from: '||\n          unitlessNumbers', to: '.has(styleName)', instead: '' },
    ],
  },
  {
    why: 'Nobody writes attributes with a namespace, markup as text, a popover or an element that is another.',
    unless: /\bxlink[A-Z]|\bxml(?:Base|Lang|Space)\b|\bdangerouslySetInnerHTML\b|\bpopover\b|\sis=["{]/,
    never: ['setValueForNamespacedAttribute'],
    cuts: [
      // Together with the scroll events (react-dom-events.ts).
      {
        from: 'null != value && (domElement.onclick = noop$1);\n      return;\n    case "onScroll":',
        to: 'break;\n    case "multiple":',
        instead: 'null != value && (domElement.onclick = noop$1);\n      return;\n    case "multiple":',
      },
      {
        from: 'case "xlinkHref":',
        to: 'case "contentEditable":\n    case',
        instead: 'case "contentEditable":\n    case',
      },
      {
        from: 'case "popover":\n      listen',
        to: 'case "innerText":\n    case "textContent":\n      return;\n    default:',
        instead: 'case "innerText":\n    case "textContent":\n      return;\n    default:',
      },
    ],
    everywhere: [{ text: /"string" === typeof newProps\.is\b/g, instead: '!1' }],
  },
  {
    why: 'Nobody writes these attributes.',
    unless:
      /\b(?:autoReverse|externalResourcesRequired|preserveAlpha|allowFullScreen|credentialless|disablePictureInPicture|disableRemotePlayback|formNoValidate|noModule|scoped|seamless|itemScope)\b|\bfocusable=/,
    cuts: [
      { from: 'case "autoReverse":', to: 'case "preserveAlpha":', instead: '' },
      { from: 'case "allowFullScreen":', to: 'case "async":', instead: 'case "async":' },
      { from: 'case "credentialless":', to: 'case "default":', instead: 'case "default":' },
      { from: 'case "disablePictureInPicture":', to: 'case "hidden":', instead: 'case "hidden":' },
      { from: 'case "noModule":', to: 'case "noValidate":', instead: 'case "noValidate":' },
      { from: 'case "scoped":', to: 'case "itemScope":', instead: '' },
    ],
  },
  {
    why: 'Nobody writes these elements.',
    unless: /<(?:textarea|iframe|object|embed|audio|image|source|area|base|col|hr|track|wbr|param|math)\b/,
    kinds: [
      ...['textarea', 'iframe', 'object', 'embed', 'audio', 'image', 'source', 'link', 'area', 'base', 'col', 'hr'],
      ...['keygen', 'meta', 'param', 'track', 'wbr', 'menuitem', 'body'],
    ],
    never: ['initTextarea', 'updateTextarea'],
    cuts: [
      {
        from: 'case "script":\n                  nextResource',
        to: 'break;\n                case "select":',
        instead: 'case "select":',
      },
    ],
  },
]
