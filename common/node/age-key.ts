/** The letters of Bech32 (BIP 173), each worth its place. */
const LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** 32 bytes and the checksum: an identity, or a recipient of one. The other kinds of recipient are longer. */
const IDENTITY = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/;
const RECIPIENT = /^age1(?:[02-9ac-hj-np-z]{58}|(?:pq|tag|tagpq)1[02-9ac-hj-np-z]{58,})$/;

/**
 * Whether a text is an age identity or an age recipient, each letter of it (age-encryption.org/v1). The age library says
 * so too, but takes longer to load than most commands to run.
 */
export function isAgeKey(text: string): boolean {
  return (IDENTITY.test(text) || RECIPIENT.test(text)) && hasOwnChecksum(text.toLowerCase());
}

function hasOwnChecksum(text: string): boolean {
  const end = text.lastIndexOf("1");
  const codes = Array.from(text.slice(0, end), (letter) => letter.charCodeAt(0));
  const values = Array.from(text.slice(end + 1), (letter) => LETTERS.indexOf(letter));
  return remainderOf([...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values]) === 1;
}

/** The remainder of BIP 173's checksum. */
function remainderOf(values: readonly number[]): number {
  return values.reduce((sum, value) => {
    const top = sum >>> 25;
    const next = ((sum & 0x1ffffff) << 5) ^ value;
    return GENERATOR.reduce((rest, factor, bit) => ((top >> bit) & 1 ? rest ^ factor : rest), next);
  }, 1);
}
