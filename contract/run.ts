import { readFile } from 'node:fs/promises'
import { basesAsked, help, readArguments, UsageError } from './check/arguments.ts'
import { checkContract } from './check/check.ts'
import { FileError, readStudent, type Student } from './check/student.ts'

/** `npm run contract -- URL`: the provider's own team runs this check before it goes live. */

async function studentIn(path: string, code: string | undefined): Promise<Student> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new FileError(`The file ${path} cannot be read. Check its name.`)
  })
  const student = readStudent(text)
  return code ? { ...student, code } : student
}

try {
  const asked = readArguments(process.argv.slice(2))
  if (!asked) console.log(help)
  else {
    const student = asked.studentFile ? await studentIn(asked.studentFile, asked.code) : undefined
    const progress = (part: string) => console.error(`… ${part}`)
    for (const line of basesAsked(asked)) console.log(line)
    const report = await checkContract({ ...asked, student, progress })
    for (const line of report.lines()) console.log(line)
    process.exitCode = report.breaks ? 1 : 0
  }
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof FileError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
