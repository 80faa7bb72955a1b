/** Sizes of the ELF header, a program header, and a section header. */
const HEADER = 64;
const SEGMENT = 56;
const SECTION = 64;

/** `r0 = 0; exit`: always succeeds. */
const TEXT = Buffer.from('b7000000000000009500000000000000', 'hex');
const NAMES = Buffer.from('\0.text\0.shstrtab\0', 'latin1');
const TEXT_AT = HEADER + SEGMENT;
const NAMES_AT = TEXT_AT + TEXT.length;
/** Section headers are aligned to 8 bytes. */
const SECTIONS_AT = Math.ceil((NAMES_AT + NAMES.length) / 8) * 8;

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};
const u32 = (value: number): Buffer => Buffer.concat([u16(value), u16(0)]);
const u64 = (value: number): Buffer => Buffer.concat([u32(value), u32(0)]);
const eight = (...values: number[]): Buffer => Buffer.concat(values.map(u64));

/** ELF header of a BPF shared object with one code segment. */
function header(): Buffer {
  return Buffer.concat([
    Buffer.from('7f454c46020101000000000000000000', 'hex'),
    u16(3),
    u16(247),
    u32(1),
    eight(TEXT_AT, HEADER, SECTIONS_AT),
    u32(0),
    ...[HEADER, SEGMENT, 1, SECTION, 3, 2].map(u16),
  ]);
}

function segment(): Buffer {
  const readable = 4;
  const executable = 1;
  return Buffer.concat([
    u32(1),
    u32(readable | executable),
    eight(TEXT_AT, TEXT_AT, TEXT_AT, TEXT.length, TEXT.length, 4_096),
  ]);
}

function sections(): Buffer {
  const text = [u32(1), u32(1), eight(6, TEXT_AT, TEXT_AT, TEXT.length), eight(0, 8, 0)];
  const names = [u32(7), u32(3), eight(0, 0, NAMES_AT, NAMES.length), eight(0, 1, 0)];
  return Buffer.concat([Buffer.alloc(SECTION), ...text, ...names]);
}

/** Builds an ELF program that does nothing and succeeds. */
export function noopProgram(): Buffer {
  const padding = Buffer.alloc(SECTIONS_AT - NAMES_AT - NAMES.length);
  return Buffer.concat([header(), segment(), TEXT, NAMES, padding, sections()]);
}
