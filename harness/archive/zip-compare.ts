import { brief } from '../model/json.js';
import type { FaultList } from './faults.js';
import { decodeName } from './names.js';
import { DESCRIPTOR, readLocal, UTF8_NAME, type CentralHeader } from './zip-headers.js';
import type { Extent } from './zip-layout.js';

/**
 * Holds a local header against the central directory. Readers that stream go by the one, others by the other: where they
 * differ, hosts see different files. With a data descriptor the local CRC and sizes may be anything (APPNOTE 4.4.4).
 */
export function compareHeaders(
  bytes: Uint8Array,
  central: CentralHeader,
  { local }: Extent,
  name: string,
  faults: FaultList,
): void {
  const here = readLocal(bytes, local);
  if (typeof here === 'string') return faults.add('bad-local-header', here, name);
  const differences: string[] = [];
  const rawName = bytes.subarray(local.name, local.nameEnd);
  if (Buffer.compare(rawName, central.rawName) !== 0) {
    differences.push(`the name ${brief(decodeName(rawName, (here.flags & UTF8_NAME) !== 0, 'cp437').text)}`);
  }
  const streamed = (here.flags & DESCRIPTOR) !== 0;
  const keys = streamed ? (['method'] as const) : (['method', 'crc', 'packed', 'unpacked'] as const);
  const words = { method: 'method', crc: 'CRC', packed: 'packed size', unpacked: 'size' };
  for (const key of keys) {
    if (here[key] !== central[key]) differences.push(`the ${words[key]} ${here[key]}, not ${central[key]}`);
  }
  if (differences.length > 0) {
    const detail = `the local header of ${brief(name)} at byte ${local.at} has ${differences.join(', ')}`;
    faults.add('headers-disagree', detail, name);
  } else if (here.flags !== central.flags) {
    const [local16, central16] = [here.flags, central.flags].map((flags) => `0x${flags.toString(16)}`);
    faults.add(
      'flags-disagree',
      `the flags of ${brief(name)} are ${local16} locally and ${central16} centrally`,
      name,
    );
  }
}
