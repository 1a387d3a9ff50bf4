import type { Source } from './row.ts'

/**
 * Validation of answers, drafts and fields. Whether a value is valid, its transformation and the portal's own messages
 * stay; the path of an issue and Valibot's English messages are never displayed.
 */
export const valibot: Source = {
  file: 'valibot/dist/index.mjs',
  version: '1.5.0',
  rows: [
    {
      why: 'of a fault the portal reads only its own words for it.',
      unless:
        /\bissues\??\.?\[\d+\]\??\.(?!message\b)|\bissues\??\.(?!\[)|\bv\.(?:flatten|summarize|getDotPath|rawCheck|rawTransform|partialCheck|forward|set\w+)\b/,
      cuts: [
        {
          from: 'function _addIssue(context, label, dataset, config$1, other) {',
          to: 'else dataset.issues = [issue];\n}',
          instead:
            'function _addIssue(context, dataset) {\n' +
            'if (context.kind === "schema") dataset.typed = false;\n' +
            'const issue = { message: context.message };\n' +
            'if (dataset.issues) dataset.issues.push(issue);\nelse dataset.issues = [issue];\n}',
        },
      ],
      everywhere: [
        {
          text: /\b_addIssue\(this, [^,]+, dataset, config\$\d(?:, (?:info|\{(?:[^{}]|\{[^{}]*\})*\}))?\)/g,
          instead: '_addIssue(this, dataset)',
        },
        { text: /\n\t+expects: .*,(?=\n)/g, instead: '' },
        { text: /\n\t+(?:reference: \w+|async: (?:false|true)),(?=\n)/g, instead: '' },
        { text: /\n\t+const pathItem = \{[^{}]*\};/g, instead: '' },
        {
          text: /\n\t+if \(issue\.path\) issue\.path\.\w+\(pathItem\);\n\t+else issue\.path = \[pathItem\];/g,
          instead: '',
        },
        { text: /\n\t+issue\.path = \[pathItem\];/g, instead: '' },
      ],
    },
    {
      why: 'nobody has a configuration for all schemas, or hands a schema to another package.',
      unless: /['"]~standard['"]|\bv\.set\w+\b|\bstandard-?schema\b/i,
      less: { _standardSchema: 'return schema', getGlobalConfig: 'return config$1 || DEFAULT_CONFIG' },
      unheard: true,
    },
  ],
}
