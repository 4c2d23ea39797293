import { NotReadable } from '../not-readable.ts';

/** What the first bytes say that a file is, whatever its name; null where they say nothing. */
export function kindOfBytes(bytes: Uint8Array): 'pdf' | 'zip' | 'ole' | 'rtf' | 'picture' | null {
  const starts = (...signature: number[]): boolean => signature.every((byte, at) => bytes[at] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06)) return 'zip';
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return 'ole';
  if (starts(0x7b, 0x5c, 0x72, 0x74, 0x66)) return 'rtf';
  if (starts(0x89, 0x50, 0x4e, 0x47) || starts(0xff, 0xd8, 0xff) || starts(0x47, 0x49, 0x46, 0x38)) return 'picture';
  return Buffer.from(bytes.subarray(0, 1024)).toString('latin1').includes('%PDF-') ? 'pdf' : null;
}

const names = { pdf: 'a PDF file', zip: 'a zip file', ole: 'an old Office file', rtf: 'an RTF file', picture: 'a picture' } as const;

/**
 * That the bytes are a zip file, as the formats of office programs are.
 * @param what the name of the format with its article
 * @throws NotReadable `encrypted`, `damaged`
 */
export function assertOffice(bytes: Uint8Array, what: string): void {
  if (bytes.length === 0) throw new NotReadable('damaged', 'the file is empty');
  const kind = kindOfBytes(bytes);
  if (kind === 'zip') return;
  // Programs put what is protected by a password into the container of old Office files, under this name.
  if (kind === 'ole' && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from('EncryptedPackage', 'utf16le')))
    throw new NotReadable('encrypted', 'it is protected by a password: save it without one');
  throw wrongKind(kind, what);
}

/** What is wrong with a file that is not what its name says. */
export function wrongKind(kind: ReturnType<typeof kindOfBytes>, what: string): NotReadable {
  if (kind === 'ole')
    return new NotReadable('damaged', `it is an Office file of before 2007 under the name of ${what}: save it as ${what}`);
  return new NotReadable(
    'damaged',
    kind === null ? `it is not ${what}, whatever its name says` : `it is not ${what} but ${names[kind]}: give it its right name`,
  );
}
