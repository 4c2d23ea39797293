/** How a language writes comments and strings. */
export interface SourceLanguage {
  readonly line: readonly string[];
  readonly block: readonly (readonly [open: string, close: string])[];
  /** Longest first. What opens a string closes it; those of one sign end with their line. */
  readonly strings: readonly string[];
  /** Strings that are documentation where a statement begins with them. */
  readonly doc?: readonly string[];
  /** Block comments hold block comments. */
  readonly nests?: boolean;
  /** A line comment must follow white space. */
  readonly parted?: boolean;
}

const slashes = { line: ['//'], block: [['/*', '*/']] } as const;
const c = { ...slashes, strings: ['"', "'"] } as const satisfies SourceLanguage;
const hash = { line: ['#'], block: [], strings: ['"', "'"], parted: true } as const satisfies SourceLanguage;

/** By extension, in lower case with the dot. */
export const languages: Readonly<Record<string, SourceLanguage>> = {
  ...of(c, '.c .h .cc .cpp .cxx .hh .hpp .hxx .m .mm .cs .dart .sol .proto'),
  ...of({ ...c, strings: ['"""', '"', "'"] }, '.java .groovy'),
  ...of({ ...c, strings: ['"""', '"', "'"], nests: true }, '.kt .kts .scala .swift'),
  ...of({ ...c, strings: ['`', '"', "'"] }, '.js .mjs .cjs .jsx .ts .mts .cts .tsx .go'),
  // A single quote may begin a lifetime.
  ...of({ ...slashes, strings: ['"'], nests: true }, '.rs'),
  ...of({ ...c, line: ['//', '#'] }, '.php'),
  ...of({ ...hash, strings: ['"""', "'''", '"', "'"], doc: ['"""', "'''"], parted: false }, '.py .pyi .pyw'),
  ...of({ ...hash, block: [['\n=begin', '\n=end']] }, '.rb'),
  ...of({ ...hash, block: [['<#', '#>']] }, '.ps1 .psm1'),
  ...of(hash, '.sh .bash .zsh .r .pl .pm .tf .jl'),
  ...of({ ...hash, strings: ['"""', '"'], doc: ['"""'] }, '.ex .exs'),
  ...of({ line: ['--'], block: [['/*', '*/']], strings: ['"', "'"] }, '.sql'),
  ...of({ line: ['--'], block: [['--[[', ']]']], strings: ['"', "'"] }, '.lua'),
  ...of({ line: ['--'], block: [['{-', '-}']], strings: ['"'], nests: true }, '.hs'),
};

function of(language: SourceLanguage, extensions: string): Record<string, SourceLanguage> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, language]));
}
