/** A field of a protocol-buffers message as bytes: enough of the wire format to write an ONNX model (https://protobuf.dev/programming-guides/encoding). */
export type Field = Uint8Array;

export function message(...fields: readonly (Field | readonly Field[])[]): Uint8Array {
  return Buffer.concat(fields.flat());
}

export function whole(field: number, value: number): Field {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

export function text(field: number, value: string): Field {
  return bytes(field, Buffer.from(value));
}

export function bytes(field: number, value: Uint8Array): Field {
  return Buffer.concat([varint((field << 3) | 2), varint(value.length), value]);
}

/** 32 bits. */
export function float(field: number, value: number): Field {
  const data = Buffer.alloc(4);
  data.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), data]);
}

/** Of numbers that are not negative. */
function varint(value: number): Uint8Array {
  const found: number[] = [];
  let rest = value;
  do {
    found.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Uint8Array.from(found);
}
